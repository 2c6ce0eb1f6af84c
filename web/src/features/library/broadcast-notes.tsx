import { useEffect, useEffectEvent } from 'react';
import { noteBroadcast } from './history.queries.ts';
import { BROADCAST_EVERY_MS, createWatchNotes, sendNotes } from './watch-notes.ts';

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
    const readS = (): number => {
      dateMs = read()?.getTime() ?? dateMs;
      return dateMs / 1000;
    };
    return sendNotes(notes, readS, () => noteBroadcast(channelId, dateMs > 0 ? new Date(dateMs) : undefined));
  }, [channelId]);
  return null;
}
