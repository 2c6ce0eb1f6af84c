import { Trash2 } from 'lucide-react';
import type { LatestLiveCues, LiveCue } from '#shared/live/live-captions.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { toastFailed } from '#web/ui/overlays/toast.tsx';
import { useDeleteCaption, useTurnCaptions } from './latest-captions.queries.ts';
import type { TypedLine } from './use-captions.ts';

interface CaptionsSwitchProps {
  readonly streamId: string;
  readonly isOn: boolean;
}

/** Turns the captions of the broadcast off and on, for everybody. */
export function CaptionsSwitch({ streamId, isOn }: CaptionsSwitchProps) {
  const turn = useTurnCaptions(streamId);
  return (
    <Switch
      label={t('liveCaptions.switch')}
      note={t('liveCaptions.switchNote')}
      checked={turn.isPending ? turn.variables : isOn}
      onChange={(checked) =>
        turn.mutate(checked, {
          onError: (error) => toastFailed(t('liveCaptions.notSwitched'), error),
        })
      }
      disabled={turn.isPending}
    />
  );
}

interface LatestCaptionsProps extends Pick<LatestLiveCues, 'cues'> {
  readonly streamId: string;
}

/** The latest captions of the broadcast, by all who sent some. */
export function LatestCaptions({ streamId, cues }: LatestCaptionsProps) {
  const remove = useDeleteCaption(streamId);
  const removeCue = (cue: LiveCue) =>
    remove.mutate(cue, {
      onError: (error) => toastFailed(t('liveCaptions.notDeleted'), error),
    });
  return (
    <section aria-labelledby="captions-sent">
      <h2 id="captions-sent" className="mb-2 font-semibold">
        {t('liveCaptions.lines')}
      </h2>
      {cues.length === 0 && <p className="text-sm text-soft">{t('liveCaptions.none')}</p>}
      <ol className="max-h-72 overflow-y-auto">
        {cues.map((cue) => (
          <li key={cue.id} className="flex items-center gap-2">
            <bdi className="min-w-0 grow wrap-break-word">{cue.text}</bdi>
            <IconButton
              label={t('liveCaptions.delete', { text: cue.text })}
              disabled={remove.isPending && remove.variables.id === cue.id}
              onClick={() => removeCue(cue)}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface UnsentLinesProps {
  readonly lines: readonly TypedLine[];
  readonly onSendAgain: (line: TypedLine) => void;
}

/** What was typed here and is not stored, or not yet. It stays when the latest captions cannot be loaded. */
export const UnsentLines = ({ lines, onSendAgain }: UnsentLinesProps) => (
  <ol aria-live="polite">
    {lines.map((line) => (
      <UnsentLine key={line.id} line={line} onSendAgain={onSendAgain} />
    ))}
  </ol>
);

interface UnsentLineProps extends Pick<UnsentLinesProps, 'onSendAgain'> {
  readonly line: TypedLine;
}

const UnsentLine = ({ line, onSendAgain }: UnsentLineProps) => (
  <li className={`py-1 ${line.state === 'sending' ? 'text-soft' : ''}`}>
    <bdi lang={line.language}>{line.text}</bdi>
    {line.state === 'failed' && (
      <span className="ms-2 inline-flex flex-wrap items-center gap-2 text-sm text-danger">
        {line.reason}
        <Button size="sm" variant="secondary" onClick={() => onSendAgain(line)}>
          {t('liveCaptions.sendAgain')}
        </Button>
      </span>
    )}
  </li>
);
