import type { WindowDeps } from '../../deps.ts';
import type { Broadcast, StoredChunk, WindowJob } from '../../broadcast.ts';
import type { Window } from '../../media/compatible/timeline.ts';

/** When the last chunk of a window was stored. A chunk read earlier usually arrived right after its recording. */
export const storedAtMs = (
  { startedAtMs }: Pick<Broadcast, 'startedAtMs'>,
  { endMs, throughSeq }: Window,
  arrived: readonly StoredChunk[],
  nowMs: number,
): number =>
  arrived.find(({ seq }) => seq === throughSeq)?.arrivedAtMs ?? Math.min(nowMs, startedAtMs + endMs);

/** The windows of a live broadcast that are not published yet, except repairs and windows without a stored time. */
export async function waitingWindows(
  { broadcasts }: Pick<WindowDeps, 'broadcasts'>,
  { id, state }: Broadcast,
): Promise<readonly WindowJob[]> {
  if (state !== 'live') return [];
  return (await broadcasts.expandJobs(id)).filter((job) => job.storedAtMs !== undefined);
}

/** Records how long the oldest window has waited, and the number of running jobs. Both are 0 without windows. */
export function measureWaiting(
  { measure, clock }: Pick<WindowDeps, 'measure' | 'clock'>,
  windows: readonly WindowJob[],
): void {
  const nowMs = clock();
  const oldestMs = windows.reduce((oldest, { storedAtMs = nowMs }) => Math.min(oldest, storedAtMs), nowMs);
  measure({ name: 'OldestUnpublishedSeconds', value: (nowMs - oldestMs) / 1000 });
  measure({ name: 'WindowJobs', value: windows.filter(({ jobId }) => jobId !== undefined).length });
}

/** Records the time from a window's last chunk to its publication. */
export function measurePublished(
  { measure, clock }: Pick<WindowDeps, 'measure' | 'clock'>,
  { storedAtMs }: WindowJob,
): void {
  if (storedAtMs === undefined) return;
  const value = Math.max(0, clock() - storedAtMs) / 1000;
  measure({ name: 'StoredToPlaylistSeconds', value, part: 'windows' });
}
