import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { LibraryVideo } from '../../../../shared/channels/library.ts';
import type { Video } from '../../../../shared/videos/videos.ts';
import { ApiFailure } from '../../lib/api/api.ts';
import { formatClock } from '../../lib/i18n/numbers.ts';
import { t } from '../../lib/i18n/messages.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { noteWatched } from './history.queries.ts';
import { libraryVideoQuery } from './library.queries.ts';
import { CHECK_EVERY_MS, createWatchNotes, SEEN_BEFORE_END_S } from './watch-notes.ts';
import { WatchLaterButton } from './watch-later-button.tsx';

interface VideoLibraryProps {
  readonly video: Pick<Video, 'id' | 'duration_s'>;
  readonly positionS: () => number;
  /** Called once, if the person has watched further on another device. */
  readonly onContinue: (atS: number) => void;
}

/** What a signed-in person keeps of the video that plays. */
export function VideoLibrary({ video, positionS, onContinue }: VideoLibraryProps) {
  useContinue(video, positionS, onContinue);
  useNotes(video, positionS);
  return <WatchLaterButton id={video.id} />;
}

/** This device notes its own position, so one this much further is of another. */
const FURTHER_S = 15;

function useContinue(
  { id, duration_s }: VideoLibraryProps['video'],
  positionS: () => number,
  onContinue: (atS: number) => void,
): void {
  const { data } = useQuery(libraryVideoQuery(id));
  const isDecided = useRef(false);
  const decide = useEffectEvent(({ position_s: atS, is_paused }: LibraryVideo) => {
    if (is_paused || atS === null || atS < positionS() + FURTHER_S) return;
    if (atS >= (duration_s ?? 0) - SEEN_BEFORE_END_S) return;
    onContinue(atS);
    toast({ title: t('library.continued', { time: formatClock(atS) }) });
  });
  useEffect(() => {
    // Once, because the position changes by watching.
    if (!data || isDecided.current) return;
    isDecided.current = true;
    decide(data);
  }, [data]);
}

function useNotes({ id, duration_s }: VideoLibraryProps['video'], positionS: () => number): void {
  const read = useEffectEvent(positionS);
  useEffect(() => {
    const notes = createWatchNotes(duration_s ?? 0, read());
    const timer = setInterval(() => {
      const atS = notes(read(), Date.now());
      if (atS === null) return;
      noteWatched(id, atS).catch((error: unknown) => {
        if (!(error instanceof ApiFailure)) throw error;
      });
    }, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [id, duration_s]);
}
