import { useEffect, useEffectEvent } from 'react';
import { ApiFailure } from '../../lib/api/api.ts';
import { readToken } from '../../lib/api/session/session.ts';
import { noteBroadcast } from './history.queries.ts';
import { BROADCAST_EVERY_MS, CHECK_EVERY_MS, createWatchNotes } from './watch-notes.ts';

interface BroadcastNotesProps {
  readonly channelId: string;
  /** When the visible picture was live; `null` while it is paused. */
  readonly playingDate: () => Date | null;
}

/** Notes in the history that a live broadcast is watched. */
export function BroadcastNotes({ channelId, playingDate }: BroadcastNotesProps) {
  const read = useEffectEvent(playingDate);
  useEffect(() => {
    const notes = createWatchNotes(Infinity, 0, BROADCAST_EVERY_MS);
    let dateMs = 0;
    const send = (atS: number | null) => {
      if (atS === null) return;
      noteBroadcast(channelId, dateMs > 0 ? new Date(dateMs) : undefined).catch((error: unknown) => {
        if (!(error instanceof ApiFailure)) throw error;
      });
    };
    const timer = setInterval(() => {
      dateMs = read()?.getTime() ?? dateMs;
      send(notes.at(dateMs / 1000, Date.now()));
    }, CHECK_EVERY_MS);
    return () => {
      clearInterval(timer);
      // A log-out leaves it, too.
      if (readToken() !== null) send(notes.last());
    };
  }, [channelId]);
  return null;
}
