import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { choosePoster } from '#functions/videos/work/poster.ts';
import { cachedMedia } from '#test/support/media/cached-files.ts';
import { ffmpeg } from '#test/support/media/transcoder-media.ts';

const SOURCES = {
  black: 'color=black:size=640x360',
  blue: 'color=blue:size=640x360',
  fading: 'testsrc2=size=640x360,lutyuv=y=16+(val-16)*0.03:u=128:v=128',
  picture: 'testsrc2=size=640x360',
} as const;

const pictures = (...kinds: readonly (keyof typeof SOURCES)[]) =>
  Promise.all(
    kinds.map(async (kind, index) => {
      const args = [
        '-f',
        'lavfi',
        '-i',
        SOURCES[kind],
        '-frames:v',
        '1',
        '-pix_fmt',
        'yuvj420p',
        '-q:v',
        '4',
      ];
      return { key: `${index}`, bytes: await readFile(await cachedMedia(ffmpeg, args, '.jpg')) };
    }),
  );

it.each([
  ['the picture at a tenth', ['picture', 'picture', 'picture'], '1'],
  ['the first that is not black', ['black', 'black', 'picture', 'picture'], '2'],
  ['the first that is not of one colour', ['blue', 'blue', 'blue', 'picture'], '3'],
  ['none that fades in', ['black', 'fading', 'picture'], '2'],
  ['the beginning, if nothing else is shown', ['picture', 'black', 'black'], '0'],
  ['the picture at a tenth of a film of one colour', ['blue', 'blue', 'blue'], '1'],
  ['the only picture', ['black'], '0'],
] as const)('a poster is %s', async (_, kinds, chosen) => {
  expect(choosePoster(await pictures(...kinds))).toBe(chosen);
});

it('a film without pictures has no poster', () => {
  expect(choosePoster([])).toBeUndefined();
});
