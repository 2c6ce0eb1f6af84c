/** How far what viewers get is behind what is stored, as far as it is measured. */
import type { WindowDeps } from '../deps.ts';
import type { Broadcast, StoredChunk, WindowJob } from '../../broadcast.ts';
import type { Window } from '../../media/compatible/timeline.ts';

/** When the last chunk of a window was stored. One that was read earlier came, as a rule, right after it was recorded. */
export const storedAtMs = (
  { startedAtMs }: Pick<Broadcast, 'startedAtMs'>,
  { endMs, throughSeq }: Window,
  arrived: readonly StoredChunk[],
  nowMs: number,
): number =>
  arrived.find(({ seq }) => seq === throughSeq)?.arrivedAtMs ?? Math.min(nowMs, startedAtMs + endMs);

/** Windows of the live broadcast that nobody can see yet. Those of a repair, and those from before it was noted, are none. */
export async function waitingWindows(
  { broadcasts }: Pick<WindowDeps, 'broadcasts'>,
  { id, state }: Broadcast,
): Promise<readonly WindowJob[]> {
  if (state !== 'live') return [];
  return (await broadcasts.expandJobs(id)).filter((job) => job.storedAtMs !== undefined);
}

/** Tells how long the oldest of them has waited, and how many jobs are under way. Where there are none: 0. */
export function measureWaiting(
  { measure, clock }: Pick<WindowDeps, 'measure' | 'clock'>,
  windows: readonly WindowJob[],
): void {
  const nowMs = clock();
  const oldestMs = windows.reduce((oldest, { storedAtMs = nowMs }) => Math.min(oldest, storedAtMs), nowMs);
  measure({ name: 'OldestUnpublishedSeconds', value: (nowMs - oldestMs) / 1000 });
  measure({ name: 'WindowJobs', value: windows.filter(({ jobId }) => jobId !== undefined).length });
}

/** Tells how long a window took from its last chunk to the playlist. */
export function measurePublished(
  { measure, clock }: Pick<WindowDeps, 'measure' | 'clock'>,
  { storedAtMs }: WindowJob,
): void {
  if (storedAtMs === undefined) return;
  const value = Math.max(0, clock() - storedAtMs) / 1000;
  measure({ name: 'StoredToPlaylistSeconds', value, part: 'windows' });
}
