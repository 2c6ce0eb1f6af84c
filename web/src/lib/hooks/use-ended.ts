import { useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { useNow } from './browser-hooks.ts';

const EVERY_MS = 30_000;

interface Ended {
  /** About when this page learned of it, in ms since 1970. */
  readonly atMs: number;
  /** Whether a replay can be expected. */
  readonly isKept: boolean;
}

/** The end of the broadcast that this page has seen live; `null` before, and on pages opened later. */
export function useEnded({
  is_live,
  ingest,
  is_unrecorded,
}: Pick<Channel, 'is_live' | 'ingest' | 'is_unrecorded'>): Ended | null {
  const [seen, setSeen] = useState<{ readonly isKept: boolean } | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const nowMs = useNow(EVERY_MS);
  // A stream that is interrupted may go on.
  const isOver = !is_live && ingest !== 'waiting';
  if (is_live && seen?.isKept !== !is_unrecorded) setSeen({ isKept: !is_unrecorded });
  if (is_live && ended) setEnded(null);
  if (isOver && seen && !ended) {
    setEnded({ ...seen, atMs: nowMs });
    setSeen(null);
  }
  return ended;
}
