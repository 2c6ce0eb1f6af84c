import { describe, expect, it } from 'vitest';
import {
  type PlaylistPoll,
  nextPollMs,
  withPoll,
} from '#web/features/player/engine/hls/hls-playlist-loader.ts';

/** Segment `n` of 1 s, found `lookedMs` after its end, when it had been there for `ageMs`. */
const inspected = (n: number, inspectedMs: number, ageMs: number): PlaylistPoll => ({
  atMs: (n + 1) * 1000 + inspectedMs,
  sinceMs: (n + 1) * 1000 + inspectedMs - ageMs,
  startMs: n * 1000,
  endMs: (n + 1) * 1000,
});
const after = (...inspections: readonly PlaylistPoll[]): number =>
  nextPollMs(inspections.reduce<readonly PlaylistPoll[]>(withPoll, []));

describe('the next playlist request', () => {
  it('is made when the next segment should exist', () => {
    expect(after(inspected(4, 950, 700))).toBe(6250 + 60);
    expect(after(inspected(4, 260, 10))).toBe(6250 + 60);
  });

  it('is not delayed by a late segment or a caching edge', () => {
    expect(after(inspected(4, 300, 50), inspected(5, 700, 50))).toBe(7250 + 60);
    expect(after(inspected(4, 300, 50), inspected(5, 900, 50))).toBe(7250 + 60);
  });

  it('follows soon after one without a new segment, then less often', () => {
    const found = inspected(4, 260, 10);
    const again = (atMs: number): number => after(found, { ...found, atMs }) - atMs;
    expect([6320, 6470, 6700, 9000].map(again)).toEqual([150, 160, 390, 500]);
  });

  it('ignores what is older than ten seconds, as clocks drift', () => {
    expect(after(inspected(0, 260, 260), inspected(14, 300, 20))).toBe(16_280 + 60);
  });
});
