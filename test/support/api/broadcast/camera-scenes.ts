import { expect } from 'vitest';
import type { CameraRun } from './camera-run.ts';

/** The chunks of a fixture that has nine. */
export const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
export const without = (...lost: readonly number[]): number[] => ALL.filter((seq) => !lost.includes(seq));

/** The person ends the broadcast, and all that follows from it happens. */
export async function endRun(run: CameraRun): Promise<void> {
  await run.stop(run.chunkCount);
  await run.settle();
}

/** Broadcasts without some chunks, and ends long after; the tick has looked for them then. */
export async function endWithout(run: CameraRun, ...late: readonly number[]): Promise<void> {
  await run.stream(...without(...late));
  run.nowMs += 12_000;
  await endRun(run);
  await run.tick();
  await run.settle();
}

/** How often live viewers' pictures jump. */
export const jumps = (run: CameraRun): number => run.playlist().segments.at(-1)?.discontinuity ?? 0;

/** The replay is there, valid, and holds each frame that was stored, in order; the `lost` chunks never came. */
export async function expectWhole(run: CameraRun, lost: readonly number[] = []): Promise<void> {
  const [{ state }, visible] = [await run.find(), await run.visibleCounters()];
  expect({ state, visible }).toEqual({ state: 'ended', visible: await run.storedCounters(lost) });
  expect(await run.replay()).toMatchObject({ type: 'VOD', isEnded: true });
}
