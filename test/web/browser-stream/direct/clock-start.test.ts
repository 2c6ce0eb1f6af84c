import { describe, expect, it } from 'vitest';
import { clockShift } from '#web/features/browser-stream/direct/segment/clock-start.ts';

const CLOCK = { ms: 60_000, atMs: 1_000_000 };

describe('the clock of a recording that continues another', () => {
  it.each([48_000, 44_100])('goes on from the broadcast’s, on the grid of the sound (%i Hz)', (rate) => {
    const { samples, ticks } = clockShift(CLOCK, CLOCK.atMs + 1500, rate);
    expect(samples % 1024).toBe(0);
    const ms = (samples * 1000) / rate;
    expect(ms).toBeGreaterThanOrEqual(61_500);
    expect(ms).toBeLessThan(61_500 + (1024 * 1000) / rate);
    expect(ticks / 90).toBeCloseTo(ms, 1);
  });

  it('never begins before the last segment’s end, even if this computer’s clock is set back', () => {
    const { ticks } = clockShift(CLOCK, CLOCK.atMs - 5000, 48_000);
    expect(ticks / 90).toBeGreaterThanOrEqual(CLOCK.ms);
  });
});
