import { expect, it } from 'vitest';
import { playedSteps } from '#web/features/videos/watch/use-played.ts';

/** Of a video of 200 seconds, whose hundredths have two each. */
const stepsOf = (positions: readonly number[]): string => {
  const steps = playedSteps(200);
  for (const positionS of positions) steps.note(positionS);
  return steps.hex();
};

it('has a bit for each hundredth that was played', () => {
  expect(stepsOf([0, 1, 2, 3])).toBe(`${'0'.repeat(24)}3`);
  expect(stepsOf(Array.from({ length: 201 }, (_, second) => second))).toBe('f'.repeat(25));
});

it('has none for what was jumped over, and none before it plays', () => {
  expect(stepsOf([0])).toBe('0'.repeat(25));
  expect(stepsOf([0, 100, 101])).toBe((1n << 50n).toString(16).padStart(25, '0'));
  expect(stepsOf([101, 100, 0])).toBe('0'.repeat(25));
});
