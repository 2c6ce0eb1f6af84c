import { uniqueKey } from '#web/lib/api/unique-key.ts';
import { Play, Square } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Clip, ClipBody } from '#shared/videos/clips.ts';
import { TITLE_MAX_LENGTH } from '#shared/limits.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { useMakeClip } from '../clips.queries.ts';
import { isLongEnough, type Marks, useMarks, usePreview } from './marks.ts';
import { MarksTrack } from './marks-track.tsx';
import type { WatchedClock } from './watched-clock.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

export interface ClipFormProps {
  readonly video: HTMLVideoElement;
  readonly clock: WatchedClock;
  readonly of: Pick<ClipBody, 'kind' | 'id'>;
  readonly title: string;
  readonly onMade: (clip: Clip) => void;
}

export function ClipForm({ video, clock, of, title: sourceTitle, onMade }: ClipFormProps) {
  const { marking, move } = useMarks(video, clock);
  const preview = usePreview(video, clock);
  const [title, setTitle] = useKept(`clip.${of.id}`, () => sourceTitle);
  const [tries, setTries] = useState(0);
  const form = useScrollToProblem(tries);
  const { mutate, isPending, failureCount, error } = useMakeClip();
  // One try and its repetitions make one clip.
  const [key, setKey] = useState(() => uniqueKey());
  if (!marking) return <p className="mt-1 text-sm text-soft">{t('clips.waitingForVideo')}</p>;
  const { marks, range, nowS } = marking;
  const make = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (!title.trim() || !isLongEnough(marks)) return;
    const times = { from_ms: Math.round(marks.fromS * 1000), until_ms: Math.round(marks.untilS * 1000) };
    const done = { onSuccess: onMade, onError: () => setKey(uniqueKey()) };
    mutate({ ...of, ...times, title, key }, done);
  };
  return (
    <form ref={form} noValidate onSubmit={make} className="mt-1 space-y-3">
      <RequiredNote />
      <MarksTrack marks={marks} range={range} nowS={nowS} onMove={move} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => move('fromS', clock.nowS() ?? nowS)}>
          {t('clips.startHere')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => move('untilS', clock.nowS() ?? nowS)}>
          {t('clips.endHere')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => (preview.isOn ? preview.stop() : preview.start(marks))}
        >
          {preview.isOn ? <Square className="size-4" /> : <Play className="size-4" />}
          {preview.isOn ? t('clips.stopPreview') : t('clips.preview')}
        </Button>
        <p className="ms-auto text-sm text-soft tabular-nums">
          {rich('clips.lengthOfMax', {
            length: formatClock(lengthOf(marks)),
            b: (text) => <span className="font-semibold text-ink">{text}</span>,
          })}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label={t('clips.titleLabel')}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          maxLength={TITLE_MAX_LENGTH}
          required
          error={tries > 0 && !title.trim() ? t('common.titleRequired') : undefined}
          className="min-w-0 grow basis-60"
        />
        <Button type="submit" busy={isPending} size="field" className="mt-6.5">
          {t('clips.make')}
        </Button>
      </div>
      <p role="status" className="text-sm text-soft empty:hidden">
        {isPending && failureCount > 0 && t('clips.waitingForRecording')}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && detailOr(error, t('clips.makeFailed'))}
      </p>
      {!isLongEnough(marks) && (
        <p
          role={tries > 0 ? 'alert' : undefined}
          className={`text-sm ${tries > 0 ? 'text-danger' : 'text-soft'}`}
        >
          {t('clips.tooShort')}
        </p>
      )}
    </form>
  );
}

const lengthOf = ({ fromS, untilS }: Marks): number => Math.round(untilS - fromS);
