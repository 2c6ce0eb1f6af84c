import type { Ingest } from '../../../../../shared/channels/streamers.ts';
import type { Playlist } from '../engine/playlist.ts';

const SOON_MS = 1000;
const GROWTH = 1.2;
const AT_MOST_MS = 3000;
/** While the encoder is known to send, the picture may come any moment. */
const AT_MOST_WHILE_RECEIVING_MS = 1500;

/**
 * Milliseconds until the next look at a playlist, after `looks` looks. A running one grows by the second and
 * is watched closely; one that is missing may stay so for long, and a crowd that waits for it asks ever less.
 */
export function lookAgainInMs(looks: number, { kind }: Playlist, ingest: Ingest | null): number {
  if (kind === 'running') return SOON_MS;
  const atMostMs = ingest === 'receiving' ? AT_MOST_WHILE_RECEIVING_MS : AT_MOST_MS;
  return Math.min(atMostMs, SOON_MS * GROWTH ** (looks - 1));
}
