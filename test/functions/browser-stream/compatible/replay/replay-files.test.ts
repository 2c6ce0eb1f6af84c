import { describe, expect, it } from 'vitest';
import {
  liveWindowId,
  repairWindowId,
  type RepairPlan,
  type WindowRow,
} from '#functions/browser-stream/broadcast.ts';
import { replayOf, type ReplayInput } from '#functions/browser-stream/compatible/replay/replay-files.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';

const row = (id: string, startMs: number, endMs: number, change: Partial<WindowRow> = {}): WindowRow => ({
  id,
  number: Number(id.slice(-6)),
  startMs,
  state: 'ready',
  segments: [{ uri: `${id}-1-0.m4s`, initUri: 'init-0.mp4', startMs, endMs }],
  ...change,
});
const failed = (id: string, startMs: number): WindowRow =>
  row(id, startMs, startMs, { state: 'failed', segments: [] });
const live = (number: number, startMs: number, endMs: number) => row(liveWindowId(number), startMs, endMs);
const repaired = (number: number, startMs: number, endMs: number) =>
  row(repairWindowId(1, number), startMs, endMs);

const replay = (input: Partial<ReplayInput>) =>
  replayOf({
    broadcast: { startedAtMs: 0, targetDurationS: 4 },
    live: [],
    repaired: [],
    captures: [],
    ...input,
  });
const repairOf = (...parts: RepairPlan['parts']): RepairPlan => ({ generation: 1, chunks: 9, parts });
const names = (input: Partial<ReplayInput>): string[] =>
  parsePlaylist(replay(input)?.playlist ?? '').segments.map(({ uri }) => uri.slice(0, -8));

describe('a replay', () => {
  it('does not exist without a playable window', () => {
    expect(replay({})).toBeUndefined();
    expect(replay({ live: [failed(liveWindowId(0), 0)] })).toBeUndefined();
  });

  it('uses repaired windows in place of the live ones', () => {
    const repair = repairOf({
      fromMs: 2000,
      untilMs: 8000,
      windowIds: [repairWindowId(1, 0), repairWindowId(1, 1)],
    });
    const input = {
      live: [live(0, 0, 2000), live(1, 2000, 3000), live(2, 8000, 10_000)],
      repaired: [repaired(0, 2000, 5000), repaired(1, 5000, 8000)],
      repair,
    };
    expect(names(input)).toEqual(['live-000000', 'repair-01-000000', 'repair-01-000001', 'live-000002']);
    expect(replay(input)?.durationS).toBe(10);
  });

  it('keeps the live window when the repair contains less', () => {
    const [first, second] = [repairWindowId(1, 0), repairWindowId(1, 1)];
    const repair = repairOf(
      { fromMs: 2000, untilMs: 4000, windowIds: [first] },
      { fromMs: 6000, windowIds: [second] },
    );
    const input = {
      live: [live(0, 0, 2000), live(1, 2000, 3500), live(2, 6000, 7000)],
      repaired: [failed(first, 2000), repaired(1, 6000, 9000)],
      repair,
    };
    expect(names(input)).toEqual(['live-000000', 'live-000001', 'repair-01-000001']);
  });

  it('lasts as long as what it shows, without gaps', () => {
    const input = { live: [live(0, 0, 2000), live(1, 60_000, 63_000)] };
    expect(replay(input)?.durationS).toBe(5);
  });

  it('has pictures at the times of the windows that it shows', () => {
    const captures = [
      `picture-${liveWindowId(0)}.0000000.jpg`,
      `picture-${liveWindowId(1)}.0000000.jpg`,
      `picture-${liveWindowId(2)}.0000000.jpg`,
      `picture-${repairWindowId(7, 0)}.0000000.jpg`,
    ];
    const input = {
      live: [live(0, 0, 2000), failed(liveWindowId(1), 10_000), live(2, 60_000, 63_000)],
      captures,
    };
    expect(replay(input)?.pictures).toEqual([
      { name: captures[0], atS: 0 },
      { name: captures[2], atS: 2 },
    ]);
  });

  it.each([
    ['of 10 s', [0, 9000], 9000],
    ['the first where it was shorter', [0], 0],
    ['a later one where there is none by then', [14_000], 14_000],
  ])('has the poster %s', (_, starts, wanted) => {
    const rows = starts.map((startMs, number) => live(number, startMs, startMs + 2000));
    const captures = rows.map(({ id }) => `poster-${id}.0000000.jpg`);
    const index = starts.indexOf(wanted);
    expect(replay({ live: rows, captures })?.poster).toBe(captures[index]);
  });

  it('has no poster when no window made one', () => {
    expect(replay({ live: [live(0, 0, 2000)] })?.poster).toBeUndefined();
  });
});
