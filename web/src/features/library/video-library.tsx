import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { LibraryVideo } from '#shared/channels/library.ts';
import type { Video } from '#shared/videos/videos.ts';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { toast } from '#web/ui/overlays/toast.tsx';
import { libraryVideoQuery } from './library.queries.ts';
import { PlaylistButton } from './playlists/save-button.tsx';
import { VideoNotes } from './video-notes.tsx';
import { endBeginsS } from './watch-notes.ts';
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
  return (
    <>
      <VideoNotes video={video} positionS={positionS} />
      <WatchLaterButton id={video.id} />
      <PlaylistButton liked={{ kind: 'video', id: video.id }} />
    </>
  );
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
    if (atS >= endBeginsS(duration_s ?? 0)) return;
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
