import { Radio, Square } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { InterruptedBroadcast } from '../broadcast.ts';
import type { Broadcast } from '../use-broadcast.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface InterruptedCardProps {
  readonly broadcast: Pick<Broadcast, 'state' | 'continueInterrupted' | 'endInterrupted'>;
  readonly interrupted: InterruptedBroadcast;
}

/** Offers on /go-live to continue the broadcast of a page that has closed. */
export function InterruptedCard({ broadcast, interrupted }: InterruptedCardProps) {
  const { state, continueInterrupted, endInterrupted } = broadcast;
  const isContinuing = state.phase !== 'off';
  return (
    <Card title={t('browserStream.interrupted')} tone="accent" isCompact className="mb-6">
      <p dir="auto" className="font-medium wrap-anywhere">
        {interrupted.title}
      </p>
      <p className="mt-0.5 text-sm text-soft">{t('browserStream.interruptedText')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={continueInterrupted} busy={isContinuing} disabled={state.isRecovering}>
          {!isContinuing && <Radio className="size-4" />}
          {t('browserStream.continueStream')}
        </Button>
        <Button variant="danger" onClick={endInterrupted} busy={state.isRecovering} disabled={isContinuing}>
          {!state.isRecovering && <Square className="size-4 fill-current" />}
          {t('common.endStream')}
        </Button>
      </div>
    </Card>
  );
}
