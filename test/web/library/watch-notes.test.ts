import { expect, it } from 'vitest';
import {
  BROADCAST_EVERY_MS,
  CHECK_EVERY_MS,
  createWatchNotes,
  endBeginsS,
} from '#web/features/library/watch-notes.ts';

/** The sent positions by the second of the clock, of positions that are checked in turn. */
function sent(durationS: number, positions: readonly number[], everyMs?: number): Record<number, number> {
  const notes = createWatchNotes(durationS, positions[0] ?? 0, everyMs);
  const found = positions.slice(1).flatMap((positionS, at) => {
    const nowMs = (at + 1) * CHECK_EVERY_MS;
    const atS = notes.at(positionS, nowMs);
    return atS === null ? [] : [[nowMs / 1000, atS] as const];
  });
  return Object.fromEntries(found);
}

const playing = (checks: number, fromS = 0): number[] =>
  Array.from({ length: checks + 1 }, (_, n) => fromS + n * 5.2);

it('sends a position after half a minute, then at most once a minute', () => {
  expect(sent(3600, playing(31))).toEqual({ 30: 31, 90: 93, 150: 156 });
});

it('sends a broadcast’s at most every five minutes', () => {
  expect(sent(Infinity, playing(100), BROADCAST_EVERY_MS)).toEqual({ 30: 31, 330: 343 });
});

it('sends nothing of what is hardly watched, and nothing new while it is paused', () => {
  expect(sent(3600, playing(5))).toEqual({});
  const paused = [...playing(7), ...Array<number>(40).fill(36.4)];
  expect(sent(3600, paused)).toEqual({ 30: 31, 90: 36 });
});

it('sends a short video after half of it, and at its end', () => {
  expect(sent(20, playing(3))).toEqual({ 10: 10, 15: 15 });
});

it('sends the end at once, so that the video does not continue shortly before it', () => {
  expect(sent(60, playing(11))).toEqual({ 30: 31, 50: 52 });
});

it('sends the end of what was continued shortly before it', () => {
  expect(sent(600, playing(4, 582))).toEqual({ 10: 592 });
});

it('sends where it was left, unless that is known or it was hardly watched', () => {
  const notes = createWatchNotes(3600, 0);
  notes.at(5, 5000);
  expect(notes.last()).toBeNull();
  for (const atS of [10, 15, 20, 25, 30, 35]) notes.at(atS, atS * 1000);
  expect([notes.last(), notes.last()]).toEqual([35, null]);
});

it.each([
  [3600, 3590],
  [20, 15],
  [4, 3],
])('of %i seconds the end begins at %i', (durationS, beginsS) => {
  expect(endBeginsS(durationS)).toBe(beginsS);
});
