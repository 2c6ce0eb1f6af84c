import { useQueries } from '@tanstack/react-query';
import type { Captions } from '#shared/videos/videos.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { cuesQuery } from '../cues.queries.ts';
import { PassageText } from '../passage-text.tsx';
import { type Passage, sentenceSearch } from '../sentences.ts';

interface SpokenMatchProps {
  readonly captions: readonly Captions[];
  /** The second in which a word of `searched` is said first. */
  readonly atS: number;
  readonly searched: string;
}

/** Where a word of a search is said in a video, with its sentence once the captions are loaded. */
export function SpokenMatch({ captions, atS, searched }: SpokenMatchProps) {
  const passage = useQueries({
    queries: captions.map(({ url }) => cuesQuery(url)),
    combine: (files) => {
      for (const [at, { data }] of files.entries()) {
        const search = data && sentenceSearch(data, captions[at]!.language);
        const found = search && matchingPassage(search, searched, atS);
        if (found) return { ...found, language: captions[at]!.language };
      }
      return null;
    },
  });
  return (
    <>
      <span className="block">{t('search.inTranscript', { time: formatClock(atS) })}</span>
      {passage && (
        <bdi lang={passage.language} className="mt-0.5 line-clamp-3">
          <PassageText passage={passage} />
        </bdi>
      )}
    </>
  );
}

/** The sentence at a second that has one of the words, as the search counts its seconds. */
export function matchingPassage(
  search: (wanted: string) => readonly Passage[],
  searched: string,
  atS: number,
): Passage | undefined {
  const words = searched.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
  return [searched, ...words].flatMap(search).find(({ cue }) => Math.floor(cue.startMs / 1000) === atS);
}
