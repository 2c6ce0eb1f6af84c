import type { Raid } from '#shared/live/raids.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogButtons } from '#web/ui/overlays/dialog.tsx';
import { Countdown } from './countdown.tsx';

interface RaidUnderWayProps {
  readonly raid: Raid;
  /** When the stream ends by itself; `null`: it does not. */
  readonly endsAtMs: number | null;
  readonly onKeep: () => void;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** While the viewers move: the streamer ends the stream, or not. */
export function RaidUnderWay({ raid, endsAtMs, onKeep, onEnd, onClose }: RaidUnderWayProps) {
  return (
    <Dialog title={t('raids.underWay', { name: raid.target.display_name })} onClose={onClose}>
      <p className="px-4 py-5 sm:px-6">
        {endsAtMs === null ? t('raids.underWayHint') : <Countdown untilMs={endsAtMs} words={endsIn} />}
      </p>
      <DialogButtons>
        <Button variant="secondary" onClick={onKeep}>
          {t('raids.keepStreaming')}
        </Button>
        <Button variant="danger" onClick={onEnd}>
          {t('common.endStream')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const endsIn = (values: { readonly count: number }): string => t('raids.endsIn', values);
