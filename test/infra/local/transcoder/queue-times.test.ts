import { describe, expect, it } from 'vitest';
import { queueTimeMs } from '#infra/local/transcoder/jobs/queue-times.ts';

const WINDOWS = Array.from({ length: 5000 }, (_, number) => `s3://uploads/windows/a/b/live-${number}-1.webm`);
const timesS = (seed: number): number[] => WINDOWS.map((url) => queueTimeMs({ seed }, url) / 1000);

describe('the simulated queue time', () => {
  it('is usually 2 to 5 s, and up to a minute for a few percent', () => {
    const times = timesS(1).toSorted((a, b) => a - b);
    const slow = times.filter((time) => time > 5);
    expect(times[0]).toBeGreaterThanOrEqual(2);
    expect(slow.length / times.length).toBeCloseTo(0.04, 2);
    expect(times.at(-1)).toBeGreaterThan(55);
    expect(times.at(-1)).toBeLessThanOrEqual(60);
  });

  it('depends on seed and file only', () => {
    expect(timesS(2)).toEqual(timesS(2));
    expect(timesS(2)).not.toEqual(timesS(3));
    const of = (url: string): number => queueTimeMs({ seed: 4 }, url);
    expect(of('s3://uploads/windows/c/d/live-7-1.webm')).toBe(of('s3://others/live-7-1.webm'));
    expect(of('live-7-2.webm')).not.toBe(of('live-7-1.webm'));
  });

  it('scales with the simulated second', () => {
    const url = 'live-7-1.webm';
    expect(queueTimeMs({ seed: 5, unitMs: 100 }, url)).toBeCloseTo(queueTimeMs({ seed: 5 }, url) / 10, 6);
  });
});
