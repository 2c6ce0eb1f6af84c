import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstMarks, isLongEnough, MAX_S, MIN_S, withMovedMark } from '#web/features/clips/make/marks.ts';

const FILM = { startS: 0, endS: 600 };

describe('the initial marks', () => {
  it('contain what was just seen', () => {
    expect(firstMarks(100, FILM)).toEqual({ fromS: 70, untilS: 100 });
  });

  it('are at the start when nothing was seen', () => {
    expect(firstMarks(0, FILM)).toEqual({ fromS: 0, untilS: MIN_S });
  });

  it('are too short in a short video', () => {
    expect(isLongEnough(firstMarks(3, { startS: 0, endS: 3 }))).toBe(false);
  });
});

describe('a moved mark', () => {
  const marks = { fromS: 100, untilS: 130 };

  it('moves the other one when too close', () => {
    expect(withMovedMark(marks, 'fromS', 128, FILM)).toEqual({ fromS: 128, untilS: 133 });
    expect(withMovedMark(marks, 'untilS', 101, FILM)).toEqual({ fromS: 96, untilS: 101 });
  });

  it('moves the other one when too far', () => {
    expect(withMovedMark(marks, 'fromS', 10, FILM)).toEqual({ fromS: 10, untilS: 100 });
    expect(withMovedMark(marks, 'untilS', 300, FILM)).toEqual({ fromS: 210, untilS: 300 });
  });

  it('leaves a valid clip anywhere', () => {
    const place = fc.double({ min: -100, max: 700, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('fromS', 'untilS'), place)), (moves) => {
        const { fromS, untilS } = moves.reduce(
          (now, [mark, toS]) => withMovedMark(now, mark, toS, FILM),
          marks,
        );
        expect(fromS).toBeGreaterThanOrEqual(0);
        expect(untilS).toBeLessThanOrEqual(600);
        expect(untilS - fromS).toBeGreaterThanOrEqual(MIN_S - 1e-6);
        expect(untilS - fromS).toBeLessThanOrEqual(MAX_S + 1e-6);
      }),
    );
  });
});
