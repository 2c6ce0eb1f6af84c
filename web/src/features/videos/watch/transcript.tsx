import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { plainCueText } from '#shared/plain/captions/cue-text.ts';
import type { Cue } from '#shared/plain/captions/write-captions.ts';
import type { Captions, Video } from '#shared/videos/videos.ts';
import { chooseCaptions } from '#web/lib/media/choose-captions.ts';
import { language as page, t } from '#web/lib/i18n/messages.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { cuesQuery } from '../cues.queries.ts';
import { sentenceSearch } from '../sentences.ts';
import { PassageText } from '../passage-text.tsx';

interface TranscriptProps {
  readonly video: Video;
  readonly captions: readonly Captions[];
  /** The present position of the player. */
  readonly positionS: () => number;
}

/** The captions of a video as a text, which loads when the viewer opens it. */
export function Transcript({ video, captions, positionS }: TranscriptProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const chosen = chooseCaptions(captions, [wanted, page, ...navigator.languages]);
  return (
    <section aria-label={t('video.transcript')} className="card p-4">
      <Button variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className="-m-2">
        {isOpen ? t('video.hideTranscript') : t('video.showTranscript')}
      </Button>
      {isOpen && chosen && (
        <div className="mt-4 space-y-4">
          {captions.length > 1 && (
            <SelectField
              label={t('video.transcriptLanguage')}
              value={chosen.language}
              options={captions.map(({ language, label }) => ({ value: language, text: label }))}
              onChange={({ target }) => setWanted(target.value)}
            />
          )}
          <Lines key={chosen.url} video={video} captions={chosen} positionS={positionS} />
        </div>
      )}
    </section>
  );
}

interface LinesProps extends Omit<TranscriptProps, 'captions'> {
  readonly captions: Captions;
}

function Lines({ captions: { url, language }, ...rest }: LinesProps) {
  const query = useQuery(cuesQuery(url));
  return (
    <Loaded query={query} failure={t('video.transcriptFailed')}>
      {(cues) => <Searchable cues={cues} language={language} {...rest} />}
    </Loaded>
  );
}

interface SearchableProps extends Omit<LinesProps, 'captions'> {
  readonly cues: readonly Cue[];
  readonly language: string;
}

function Searchable({ cues, language, video, positionS }: SearchableProps) {
  const [words, setWords] = useState('');
  const navigate = useNavigate();
  const current = useCurrent(cues, positionS);
  const search = useMemo(() => sentenceSearch(cues, language), [cues, language]);
  const wanted = words.trim();
  const passages = useMemo(() => search(wanted), [search, wanted]);

  // A position without a part of a second would show the line before.
  const seek = ({ startMs }: Cue) =>
    void navigate(`${paths.video(video.username, video.id)}?t=${Math.ceil(startMs / 1000)}`, {
      replace: true,
    });
  const line = (cue: Cue, content: ReactNode, key: string) => (
    <Line key={key} cue={cue} isCurrent={cue === current} onSeek={() => seek(cue)}>
      {content}
    </Line>
  );
  return (
    <>
      <TextField
        type="search"
        label={t('video.searchTranscript')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <p role="status" className="text-sm text-soft empty:hidden">
        {wanted && t('video.transcriptFound', { count: passages.length })}
      </p>
      <ol lang={language} className="relative max-h-96 overflow-y-auto overscroll-contain">
        {wanted
          ? passages.map((passage, at) =>
              line(passage.cue, <PassageText passage={passage} />, `${wanted} ${at}`),
            )
          : cues.map((cue) => line(cue, plainCueText(cue.text), `${cue.startMs} ${cue.endMs} ${cue.text}`))}
      </ol>
    </>
  );
}

interface LineProps {
  readonly cue: Cue;
  readonly isCurrent: boolean;
  readonly onSeek: () => void;
  readonly children: ReactNode;
}

function Line({ cue: { startMs }, isCurrent, onSeek, children }: LineProps) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const element = line.current;
    const list = element?.parentElement;
    // Moves the list alone, not the page.
    if (isCurrent && list) list.scrollTop = element.offsetTop - list.clientHeight / 2;
  }, [isCurrent]);
  return (
    // Thousands of lines stay quick, because the browser skips those out of sight.
    <li ref={line} className="[contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]">
      <button
        type="button"
        onClick={onSeek}
        {...(isCurrent && { 'aria-current': 'true' as const })}
        className="flex w-full gap-3 rounded-md px-2 py-2 text-start hover:bg-raised aria-current:bg-raised aria-current:font-semibold"
      >
        <span dir="ltr" className="w-14 shrink-0 text-sm/6 text-accent tabular-nums">
          {formatClock(startMs / 1000)}
        </span>
        <bdi className="min-w-0 wrap-anywhere">{children}</bdi>
      </button>
    </li>
  );
}

const REFRESH_EVERY_MS = 500;

/** The latest cue that has begun and not ended. */
function useCurrent(cues: readonly Cue[], positionS: () => number): Cue | null {
  const [current, setCurrent] = useState<Cue | null>(null);
  useEffect(() => {
    const refresh = () => {
      const nowMs = positionS() * 1000;
      setCurrent(cues.findLast(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs) ?? null);
    };
    refresh();
    const timer = setInterval(refresh, REFRESH_EVERY_MS);
    return () => clearInterval(timer);
  }, [cues, positionS]);
  return current;
}
