import { expect, it } from 'vitest';
import { liveWindowId, type Plan, type WindowRow } from '#functions/browser-stream/broadcast.ts';
import { EMPTY_TIMELINE } from '#functions/browser-stream/media/compatible/timeline.ts';
import { START } from '#functions/browser-stream/media/compatible/webm/reader.ts';
import { planRepairs } from '#functions/browser-stream/compatible/replay/repair-plan.ts';
import { MAX_CLAIMED_WINDOWS } from '#functions/browser-stream/table/jobs.repository.ts';

const WINDOW_MS = 2500;
const MINUTE_MS = 60_000;

/** A broadcast in which these windows failed and all chunks are stored. */
async function repairOf(windows: number, hasFailed: (number: number) => boolean) {
  const plans = Array.from({ length: windows }, (_, number): Plan => ({
    id: liveWindowId(number),
    window: {
      number,
      startMs: number * WINDOW_MS,
      endMs: (number + 1) * WINDOW_MS,
      closedBy: 'keyframe',
      from: { ...START, nextSeq: number, at: { seq: number, offsetBytes: 0 } },
      throughSeq: number,
    },
  }));
  const rows = plans.map(({ id, window }): WindowRow => ({
    id,
    number: window.number,
    startMs: window.startMs,
    state: hasFailed(window.number) ? 'failed' : 'ready',
    segments: [],
  }));
  return planRepairs({
    timeline: { ...EMPTY_TIMELINE, reader: { ...START, nextSeq: windows } },
    plans,
    rows,
    stored: Array.from({ length: windows }, (_, seq) => ({ seq, sizeBytes: 1, arrivedAtMs: 0 })),
    generation: 1,
    maximumMs: 4000,
    fetchChunk: () => Promise.reject(new Error('Nothing is cut again')),
  });
}

it('three failed windows are tried again as they were, those in a row as one stretch', async () => {
  const { parts, plans } = await repairOf(20, (number) => [3, 4, 10].includes(number));
  expect(parts.map(({ fromMs, untilMs, windowIds }) => [fromMs, untilMs, windowIds.length])).toEqual([
    [7500, 12_500, 2],
    [25_000, 27_500, 1],
  ]);
  expect(plans.map(({ window }) => window.startMs)).toEqual([7500, 10_000, 25_000]);
});

it.each([67, 8 * 60])(
  'after %i minutes of failed windows the replay is made of longer ones',
  async (minutes) => {
    const windows = (minutes * MINUTE_MS) / WINDOW_MS;
    const { parts, plans } = await repairOf(windows, () => true);
    expect(parts).toHaveLength(1);
    expect(plans.length).toBeLessThanOrEqual(MAX_CLAIMED_WINDOWS);
    expect(plans.at(-1)?.window.endMs).toBe(minutes * MINUTE_MS);
    for (const [index, { window }] of plans.entries()) {
      expect(window.startMs).toBe(plans[index - 1]?.window.endMs ?? 0);
      expect(window.from.at.seq).toBe(window.startMs / WINDOW_MS);
      expect(window.throughSeq).toBe(window.endMs / WINDOW_MS - 1);
    }
  },
);

it('thousands of failed windows with others between them are planned as far as one claim goes', async () => {
  const { plans } = await repairOf(8000, (number) => number % 2 === 0);
  expect(plans.length).toBeGreaterThan(1000);
  expect(plans.length).toBeLessThanOrEqual(MAX_CLAIMED_WINDOWS);
});
