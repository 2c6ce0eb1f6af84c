import { liveWindowId, type Broadcast, type WindowJob } from '../broadcast.ts';
import { LATE_MS, lateWindows } from './late-windows.ts';
import type { ProcessingPorts } from '../ports.ts';

/**
 * Lets live viewers go on behind windows that hold up later ones for too long: one slow job does not stop all. The
 * replay has them. Costs nothing while windows come soon after they were recorded.
 */
export async function passLateWindows(
  { broadcasts, clock }: ProcessingPorts,
  { id, startedAtMs }: Broadcast,
  jobs: readonly WindowJob[],
): Promise<void> {
  const nowMs = clock();
  const oldest = jobs.find((job) => job.id === liveWindowId(job.window.number));
  if (!oldest || startedAtMs + oldest.window.endMs + LATE_MS > nowMs) return;
  const rows = await broadcasts.listWindows(id, { fromNumber: oldest.window.number });
  await Promise.all(lateWindows(rows, nowMs).map((row) => broadcasts.markLate(id, row.id)));
}
