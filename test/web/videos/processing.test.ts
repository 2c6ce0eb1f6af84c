import { expect, it } from 'vitest';
import { processingText } from '#web/features/videos/visibility-words.ts';

it.each([
  [0, 'Waiting'],
  [12, 'Processing 12%'],
])('a video at %i percent says "%s"', (percent, text) => {
  expect(processingText(percent).replaceAll('\u{a0}', ' ')).toBe(text);
});
