import { describe, expect, it } from 'vitest';
import { recordedParts } from '#functions/videos/replay.ts';

const START = Date.parse('2026-05-01T12:00:00.000Z');
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
/** From second to second. */
const segments = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([from, to]) => ({ atMs: START + from * 1000, lengthMs: (to - from) * 1000 }));

describe('the recording time of a replay’s position', () => {
  it('is counted from the start when nothing is missing', () => {
    expect(recordedParts(segments([2, 4], [4, 6], [6.4, 8]))).toEqual([{ at_s: 0, time: at(2) }]);
  });

  it('starts a new part after each interruption, as gaps take no time in the replay', () => {
    expect(recordedParts(segments([0, 10], [70, 80], [80, 90], [100, 110]))).toEqual([
      { at_s: 0, time: at(0) },
      { at_s: 10, time: at(70) },
      { at_s: 30, time: at(100) },
    ]);
  });

  it('follows clocks that drift apart', () => {
    const drifting = Array.from({ length: 5000 }, (_, n) => [n * 1.001, n * 1.001 + 1] as const);
    const parts = recordedParts(segments(...drifting));
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.length).toBeLessThan(7);
  });

  it('is bounded, and undefined without parts', () => {
    const broken = Array.from({ length: 1000 }, (_, n) => [n * 10, n * 10 + 1] as const);
    expect(recordedParts(segments(...broken))).toHaveLength(200);
    expect(recordedParts([])).toEqual([]);
  });
});
