import { Play, Timer, Trash2 } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { MAX_CUE_TEXT } from '#shared/plain/captions/caption-limits.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { IconButton } from '#web/ui/button.tsx';
import { fieldClass } from '#web/ui/forms/field.tsx';
import { type CueChange, type CueDraft, type CueProblem, formatCueTime, problemsOf } from './cue-drafts.ts';

interface CueRowProps {
  readonly draft: CueDraft;
  readonly language: string;
  readonly durationMs: number;
  readonly isCurrent: boolean;
  /** Says that a text is missing, too. */
  readonly isStrict: boolean;
  readonly media: HTMLVideoElement | null;
  readonly onChange: (id: number, change: CueChange) => void;
  readonly onRemove: (id: number) => void;
}

/** A caption with its times and its text. */
export const CueRow = memo(function CueRow(props: CueRowProps) {
  const { draft, language, durationMs, isCurrent, isStrict, media, onChange, onRemove } = props;
  const { id, start, end, startMs, text } = draft;
  const problemId = useId();
  const problems = problemsOf(draft, durationMs).filter((problem) => isStrict || problem !== 'empty');
  const ties = (...own: readonly CueProblem[]) =>
    problems.some((problem) => own.includes(problem)) && {
      'aria-invalid': true,
      'aria-describedby': problemId,
    };
  return (
    <div
      role="group"
      aria-label={t('captionEditor.cue', { time: start })}
      data-cue={id}
      {...(isCurrent && { 'aria-current': 'true' as const })}
      className="card p-3 aria-current:border-accent aria-current:[box-shadow:inset_3px_0_var(--color-accent)] rtl:aria-current:[box-shadow:inset_-3px_0_var(--color-accent)]"
    >
      <div className="flex flex-wrap gap-2">
        <TimeField
          label={t('captionEditor.start')}
          value={start}
          setLabel={t('captionEditor.setStart')}
          ties={ties('start', 'late')}
          media={media}
          onChange={(start) => onChange(id, { start })}
        />
        <TimeField
          label={t('captionEditor.end')}
          value={end}
          setLabel={t('captionEditor.setEnd')}
          ties={ties('end', 'order')}
          media={media}
          onChange={(end) => onChange(id, { end })}
        />
      </div>
      <div className="mt-2 flex items-start gap-2">
        <IconButton
          label={t('captionEditor.goTo', { time: start })}
          onClick={() => seekTo(media, startMs)}
          disabled={!media}
        >
          <Play className="size-4" />
        </IconButton>
        <textarea
          dir="auto"
          lang={language}
          aria-label={t('captionEditor.text')}
          rows={2}
          value={text}
          maxLength={MAX_CUE_TEXT}
          onChange={({ target }) => onChange(id, { text: target.value })}
          {...ties('empty', 'long')}
          className={`${fieldClass} ${SCROLL_MARGIN} block min-h-11 min-w-0 flex-1 resize-y py-2 field-sizing-content`}
        />
        <IconButton
          label={t('captionEditor.remove', { time: start })}
          onClick={() => onRemove(id)}
          data-remove
        >
          <Trash2 className="size-4" />
        </IconButton>
      </div>
      <p id={problemId} role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {[...new Set(problems.map((problem) => WORDS[problem]))].join(' ')}
      </p>
    </div>
  );
});

function seekTo(media: HTMLVideoElement | null, atMs: number | null): void {
  if (media && atMs !== null) media.currentTime = atMs / 1000;
}

/** Keeps a focused field from below the player of a phone. */
const SCROLL_MARGIN =
  'scroll-mt-[calc(var(--bar)+3.5rem)] scroll-mb-28 stacked:scroll-mt-[calc(56vw+var(--bar)+5.5rem)]';

const WORDS: Readonly<Record<CueProblem, string>> = {
  start: t('captionEditor.badTime'),
  end: t('captionEditor.badTime'),
  order: t('captionEditor.endBeforeStart'),
  late: t('captionEditor.afterVideo'),
  empty: t('captionEditor.noText'),
  long: t('captionEditor.longText', { max: MAX_CUE_TEXT }),
};

interface TimeFieldProps {
  readonly label: string;
  /** Of the button that takes the player's time. */
  readonly setLabel: string;
  readonly value: string;
  readonly ties: object | null | false;
  readonly media: HTMLVideoElement | null;
  /** Called when the field is left, or by the button. */
  readonly onChange: (value: string) => void;
}

function TimeField({ label, setLabel, value, ties, media, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    if (typed !== null && typed !== value) onChange(typed.trim());
    setTyped(null);
  };
  return (
    <div className="flex min-w-34 flex-1 items-center gap-1">
      <input
        dir="ltr"
        aria-label={label}
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={finish}
        onKeyDown={({ key }) => key === 'Enter' && finish()}
        autoComplete="off"
        {...ties}
        className={`${fieldClass} ${SCROLL_MARGIN} h-control-md min-w-0 flex-1 ps-2 pe-2 text-sm tabular-nums`}
      />
      <IconButton
        label={setLabel}
        onClick={() => onChange(formatCueTime((media?.currentTime ?? 0) * 1000))}
        disabled={!media}
      >
        <Timer className="size-4" />
      </IconButton>
    </div>
  );
}
