import { describe, expect, it } from 'vitest';
import { createFreezeFinder, type FrameSample } from '../../../web/src/features/player/live/freezes.ts';

const STEP_S = 0.25;
/** Looks four times a second at a video whose picture stands from one time to another. */
const inspections = (seconds: number, fromS: number, untilS: number): FrameSample[] =>
  Array.from({ length: seconds / STEP_S }, (_, index) => {
    const timeS = index * STEP_S;
    const visibleS = timeS < fromS ? timeS : Math.max(fromS, timeS - (untilS - fromS));
    return { timeS, frames: Math.round(visibleS * 30) + 1 };
  });
const freezesIn = (seen: readonly (FrameSample | null)[]): number => {
  const isFreeze = createFreezeFinder();
  return seen.filter((inspect) => isFreeze(inspect)).length;
};

describe('a frozen picture', () => {
  it('is counted once, however long it lasts', () => {
    expect(freezesIn(inspections(10, 3, 5))).toBe(1);
    expect(freezesIn(inspections(10, 3, 10))).toBe(1);
    const after = inspections(10, 3, 5).map(({ timeS, frames }) => ({
      timeS: timeS + 10,
      frames: frames + 240,
    }));
    expect(freezesIn([...inspections(10, 3, 5), ...after])).toBe(2);
  });

  it('is not counted when the picture moves or stands shortly', () => {
    expect(freezesIn(inspections(10, 10, 10))).toBe(0);
    expect(freezesIn(inspections(10, 3, 3.5))).toBe(0);
  });

  it('is not counted when the time stands too, which is a stall', () => {
    expect(freezesIn(Array.from({ length: 40 }, () => ({ timeS: 3, frames: 90 })))).toBe(0);
  });

  it('is not counted after a seek, a pause or in a hidden page', () => {
    const moving = inspections(3, 3, 3);
    const elsewhere = { timeS: 40, frames: moving.at(-1)!.frames };
    expect(freezesIn([...moving, elsewhere, { timeS: 40.25, frames: 200 }])).toBe(0);
    const hidden = inspections(4, 2, 4).map((inspect, index) => (index % 3 === 0 ? null : inspect));
    expect(freezesIn(hidden)).toBe(0);
  });

  it('is not counted for audio only', () => {
    expect(freezesIn(inspections(10, 0, 10).map(({ timeS }) => ({ timeS, frames: 0 })))).toBe(0);
  });
});
