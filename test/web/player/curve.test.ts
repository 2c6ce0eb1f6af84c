import { describe, expect, it } from 'vitest';
import { parseCurve, pointAt, speedWords, stepsOf } from '#web/features/player/controls/curve/curve.ts';
import { levelPath, speedPath } from '#web/features/player/controls/curve/seek-curve.tsx';

const CURVE = `WEBVTT

00:00:02.000 --> 00:00:04.000
{"level_db":-40.5}

00:00:04.000 --> 00:00:06.000
{"rpm":1181,"pass_hz":78.7,"level_db":-31.2}

00:00:06.000 --> 00:00:08.000
no JSON

00:00:08.000 --> 00:00:10.000
{"rpm":"fast","pass_hz":60}
`;

describe('a video’s speed curve', () => {
  const points = parseCurve(CURVE);

  it('has the numbers of its cues, and null without one', () => {
    expect(points).toEqual([
      { startS: 2, endS: 4, rpm: null, passHz: null, levelDb: -40.5 },
      { startS: 4, endS: 6, rpm: 1181, passHz: 78.7, levelDb: -31.2 },
      { startS: 8, endS: 10, rpm: null, passHz: 60, levelDb: null },
    ]);
  });

  it('returns the speed at a time when it is known', () => {
    expect([5, 9, 3].map((timeS) => speedWords(pointAt(points, timeS)!))).toEqual([
      '1,181 rpm',
      '60 blade passes per second',
      '',
    ]);
    expect(pointAt(points, 7)).toBeNull();
  });

  it('is drawn over the whole width, with gaps where it is unknown', () => {
    expect(speedPath(points, 10)).toMatch(/^M400 [\d.]+H600M800 [\d.]+H1000$/);
    expect(levelPath(points, 10)).toMatch(/^M200 100V[\d.]+H400V100ZM400 100V[\d.]+H600V100Z$/);
  });
});

describe('the curve’s steps', () => {
  /** A point each two seconds. */
  const points = (speeds: readonly (number | null)[]) =>
    speeds.map((passHz, at) => ({ startS: 2 * at, endS: 2 * at + 2, rpm: null, passHz, levelDb: null }));

  it('are in the middle between two steady speeds', () => {
    const steps = stepsOf(points([40, 40.3, 39.9, 40, null, null, 52, 52, 52.2, 51.9]));
    expect(steps.map(({ atS }) => atS)).toEqual([10]);
    expect(steps[0]).toMatchObject({ from: { passHz: 40 }, to: { passHz: 52 } });
  });

  it.each([
    ['a speed that stays', [40, 40.4, 39.8, 40, 40.2, 39.9, 40, 40]],
    ['a gap', [40, 40, 40, 40, null, null, null, 40, 40, 40]],
    ['what is soon over', [40, 40, 40, 40, 52, 52, 40, 40, 40, 40]],
    ['nothing', []],
  ])('do not exist in %s', (_, speeds) => {
    expect(stepsOf(points(speeds))).toEqual([]);
  });
});
