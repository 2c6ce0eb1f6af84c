import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PresenceAnswer } from '#shared/live/presence.ts';
import { firstReportSpreadMs, presenceReporter } from '#web/features/presence/presence.reporter.ts';

const RETRY_MS = 30_000;
let answer: Omit<PresenceAnswer, 'channel'>;
let dice: number;
const report = vi.fn(() => Promise.resolve(answer));
const reporter = () => presenceReporter(report, RETRY_MS);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockImplementation(() => dice);
  report.mockClear();
  answer = { report_after_ms: 10_000, report_probability: 1 };
  dice = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the presence report', () => {
  it('is sent at once, then as often as the answer says', async () => {
    reporter().watch();
    await vi.advanceTimersByTimeAsync(0);
    expect(report).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(report).toHaveBeenCalledTimes(1);
    answer = { report_after_ms: 60_000, report_probability: 1 };
    await vi.advanceTimersByTimeAsync(1);
    expect(report).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('is repeated with the answer’s probability', async () => {
    dice = 0.5;
    answer = { report_after_ms: 10_000, report_probability: 0.25 };
    reporter().watch();
    await vi.advanceTimersByTimeAsync(35_000);
    expect(report).toHaveBeenCalledTimes(1);
    dice = 0.2;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('stops with playback, and counts a quick return once', async () => {
    const { watch, pause } = reporter();
    watch();
    await vi.advanceTimersByTimeAsync(3_000);
    pause();
    await vi.advanceTimersByTimeAsync(3_000);
    watch();
    watch();
    await vi.advanceTimersByTimeAsync(3_999);
    expect(report).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(report).toHaveBeenCalledTimes(2);
    pause();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('is sent at once after a late return', async () => {
    const { watch, pause } = reporter();
    watch();
    await vi.advanceTimersByTimeAsync(0);
    pause();
    await vi.advanceTimersByTimeAsync(60_000);
    watch();
    await vi.advanceTimersByTimeAsync(0);
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('is first sent after a while where many pages wait for the same moment', async () => {
    presenceReporter(report, RETRY_MS, 4000).watch();
    await vi.advanceTimersByTimeAsync(3_999);
    expect(report).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('is sent later after a failure', async () => {
    report.mockRejectedValueOnce(new Error('down'));
    reporter().watch();
    await vi.advanceTimersByTimeAsync(RETRY_MS - 1);
    expect(report).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(report).toHaveBeenCalledTimes(2);
  });
});

describe('the first reports of a channel’s pages', () => {
  it.each([
    [0, 0, false, 0],
    [150, 150, false, 0],
    [150, 150, true, 5000],
    [0, 400, true, 5000],
    [0, 3000, true, 15_000],
    [0, 3000, false, 15_000],
    [3000, 12, false, 15_000],
    [1_000_000, 12, true, 30_000],
  ])(
    'with %i viewers and %i followers, and waiting: %s, are spread over %i ms',
    (viewers, followers, hasWaited, ms) => {
      expect(firstReportSpreadMs({ viewers, followers }, hasWaited)).toBe(ms);
    },
  );
});
