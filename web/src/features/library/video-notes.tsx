import { useEffect, useEffectEvent } from 'react';
import type { Video } from '#shared/videos/videos.ts';
import { noteWatched } from './history.queries.ts';
import { createWatchNotes, sendNotes } from './watch-notes.ts';

interface VideoNotesProps {
  readonly video: Pick<Video, 'id' | 'duration_s'>;
  readonly positionS: () => number;
}

/** Notes in the history how far a video is watched. */
export function VideoNotes({ video: { id, duration_s }, positionS }: VideoNotesProps) {
  const read = useEffectEvent(positionS);
  useEffect(() => {
    const notes = createWatchNotes(duration_s ?? 0, read());
    return sendNotes(
      notes,
      () => read(),
      (atS) => noteWatched(id, atS),
    );
  }, [id, duration_s]);
  return null;
}
