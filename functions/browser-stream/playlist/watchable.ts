import { notFound } from '../../errors.ts';
import type { Broadcast } from '../broadcast.ts';

/** So long after the end viewers may still be behind. */
const KEPT_MS = 60 * 60_000;

/** Throws `not_found` where there is no such broadcast, and long after its end. */
export function requireWatchable(broadcast: Broadcast | null, nowMs: number): Broadcast {
  if (!broadcast || nowMs > (broadcast.end?.atMs ?? Infinity) + KEPT_MS) throw notFound('Broadcast');
  return broadcast;
}
