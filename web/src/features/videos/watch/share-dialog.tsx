import { useId, useState } from 'react';
import { embedPath } from '#shared/plain/embed/embed-code.ts';
import { typedDigits } from '#shared/plain/text/typed-digits.ts';
import type { Video } from '#shared/videos/videos.ts';
import { paths } from '#web/lib/paths.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { parseClock, withPlayTime } from '#web/lib/media/play-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogButtons } from '#web/ui/overlays/dialog.tsx';
import { fieldClass } from '#web/ui/forms/field.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { EmbedField } from '#web/ui/overlays/embed-field.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { copy, share } from '#web/ui/overlays/copy-and-share.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ShareDialogProps {
  readonly video: Video;
  /** The position in seconds. */
  readonly nowS: number;
  readonly onClose: () => void;
}

/** Copies or shares a video's address. "Start at" offers the current position. */
export function ShareDialog({ video, nowS, onClose }: ShareDialogProps) {
  const [startsAt, setStartsAt] = useState<string | null>(null);
  const atS = startsAt === null ? null : parseClock(typedDigits(startsAt));
  const isValid = startsAt === null || (atS !== null && atS < (video.duration_s ?? Infinity));
  const page = new URL(paths.video(video.username, video.id), location.origin).href;
  const url = withPlayTime(page, isValid ? atS : null);
  const copyAndClose = async () => {
    await copy(url);
    // The toast is outside of the dialog, where screen readers would miss it.
    onClose();
  };
  return (
    <Dialog title={t('videos.shareTitle')} description={video.title} onClose={onClose}>
      <div className="space-y-5 px-4 py-5 sm:px-6">
        <TextField
          label={t('videos.linkLabel')}
          value={url}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        <StartAt nowS={nowS} value={startsAt} isValid={isValid} onChange={setStartsAt} />
        {video.visibility !== 'private' && (
          <EmbedField
            path={embedPath.video(video.id)}
            title={video.title}
            startS={isValid && atS !== null ? Math.floor(atS) : null}
            onCopied={onClose}
          />
        )}
      </div>
      <DialogButtons>
        {'share' in navigator && (
          <Button variant="secondary" onClick={() => void share({ title: video.title, url })}>
            {t('videos.shareWith')}
          </Button>
        )}
        <Button onClick={() => void copyAndClose()}>{t('common.copyLink')}</Button>
      </DialogButtons>
    </Dialog>
  );
}

interface StartAtProps {
  readonly nowS: number;
  /** A typed time; `null`: from the start. */
  readonly value: string | null;
  readonly isValid: boolean;
  readonly onChange: (value: string | null) => void;
}

function StartAt({ nowS, value, isValid, onChange }: StartAtProps) {
  const id = useId();
  const [typed, setTyped] = useState(formatClock(nowS));
  const type = (text: string) => {
    setTyped(text);
    onChange(text);
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <Checkbox
          checked={value !== null}
          onChange={(isOn) => onChange(isOn ? typed : null)}
          className="shrink-0"
        >
          {t('videos.startAt')}
        </Checkbox>
        <input
          type="text"
          aria-label={t('videos.startTime')}
          value={typed}
          onChange={({ target }) => type(target.value)}
          aria-invalid={!isValid || undefined}
          aria-describedby={`${id}-note`}
          className={`${fieldClass} h-control-sm max-w-28 tabular-nums`}
        />
      </div>
      <p id={`${id}-note`} role="status" className="mt-1.5 text-sm text-danger">
        {!isValid && t('videos.startTimeWrong')}
      </p>
    </div>
  );
}
