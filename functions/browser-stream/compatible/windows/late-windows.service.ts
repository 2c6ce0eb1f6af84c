import type { BroadcastReads } from '../../ports/broadcasts.ts';
import type { WindowRows } from '../../ports/work.ts';
import { liveWindowId, type Broadcast, type WindowJob, type WindowRow } from '../../broadcast.ts';

/**
 * So long after a later window became ready, one that is not holds up no more. Jobs take 2 to 5 s as a rule, and one that
 * fails and is made again is there within 8 s of the next; now and then one takes a minute.
 */
const LATE_MS = 8000;

export interface LatePorts {
  readonly broadcasts: Pick<BroadcastReads, 'listWindows'> & Pick<WindowRows, 'markLate'>;
  readonly clock: () => number;
}

/**
 * Lets live viewers go on behind windows that hold up later ones for too long: one slow job does not stop all. The
 * replay has them. Costs nothing while windows come soon after they were recorded.
 */
export async function passLateWindows(
  { broadcasts, clock }: LatePorts,
  { id, startedAtMs }: Broadcast,
  jobs: readonly WindowJob[],
): Promise<void> {
  const nowMs = clock();
  const oldest = jobs.find((job) => job.id === liveWindowId(job.window.number));
  if (!oldest || startedAtMs + oldest.window.endMs + LATE_MS > nowMs) return;
  const rows = await broadcasts.listWindows(id, { fromNumber: oldest.window.number });
  await Promise.all(lateWindows(rows, nowMs).map((row) => broadcasts.markLate(id, row.id)));
}

/** Those of these that are late at this moment, and not known to be. */
function lateWindows(windows: readonly WindowRow[], nowMs: number): readonly WindowRow[] {
  const overtook = windows.filter(({ readyAtMs = Infinity }) => readyAtMs + LATE_MS <= nowMs);
  const last = Math.max(-1, ...overtook.map(({ number }) => number));
  return windows.filter(({ number, state }) => state === 'waiting' && number < last);
}
