import { useEffect, useEffectEvent } from 'react';
import type { Video } from '../../../../shared/videos/videos.ts';
import { ApiFailure } from '../../lib/api/api.ts';
import { readToken } from '../../lib/api/session/session.ts';
import { noteWatched } from './history.queries.ts';
import { CHECK_EVERY_MS, createWatchNotes } from './watch-notes.ts';

interface VideoNotesProps {
  readonly video: Pick<Video, 'id' | 'duration_s'>;
  readonly positionS: () => number;
}

/** Notes in the history how far a video is watched. */
export function VideoNotes({ video: { id, duration_s }, positionS }: VideoNotesProps) {
  const read = useEffectEvent(positionS);
  useEffect(() => {
    const notes = createWatchNotes(duration_s ?? 0, read());
    const send = (atS: number | null) => {
      if (atS === null) return;
      noteWatched(id, atS).catch((error: unknown) => {
        if (!(error instanceof ApiFailure)) throw error;
      });
    };
    const timer = setInterval(() => send(notes.at(read(), Date.now())), CHECK_EVERY_MS);
    return () => {
      clearInterval(timer);
      // A log-out leaves it, too.
      if (readToken() !== null) send(notes.last());
    };
  }, [id, duration_s]);
  return null;
}
