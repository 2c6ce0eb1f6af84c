import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalOfSize } from '#functions/pictures/files/picture-size.ts';
import type { PictureType } from '#functions/pictures/files/picture-type.ts';
import { MAX_PICTURE_FRAMES } from '#shared/limits.ts';
import {
  animationFrame,
  extended,
  jpegOf,
  jpegSegment,
  pngChunk,
  pngHeader,
  pngOf,
  vp8,
  vp8l,
  webpOf,
} from '#test/support/media/annotated-pictures.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const reasonOf = (type: PictureType, bytes: Uint8Array, maxPixels?: number): string | undefined =>
  refusalOfSize(type, bytes, maxPixels)?.message;
const PIXELS = 'picture_too_many_pixels';
const FRAMES = 'picture_too_many_frames';
const BROKEN = 'not_a_picture';

const announcing = (frames: number): Buffer => {
  const data = Buffer.alloc(8);
  data.writeUInt32BE(frames, 0);
  return pngChunk('acTL', data);
};
const pngFrames = (count: number): Buffer[] => Array<Buffer>(count).fill(pngChunk('fcTL', Buffer.alloc(26)));
const webpFrames = (count: number, width: number, height: number): Uint8Array =>
  webpOf(extended(width, height, 2), ...Array<Buffer>(count).fill(animationFrame(width, height, vp8(2, 2))));

describe('the pixels of a picture', () => {
  it.each([
    ['image/png', pngOf],
    ['image/jpeg', jpegOf],
    ['image/webp', (width: number, height: number) => webpOf(vp8(width, height))],
    ['image/webp', (width: number, height: number) => webpOf(vp8l(width, height))],
    ['image/webp', (width: number, height: number) => webpOf(extended(width, height), vp8(2, 2))],
  ] as const)('may be 16 megapixels, and not more: %s, %o', (type, picture) => {
    expect(reasonOf(type, picture(4096, 4096))).toBeUndefined();
    expect(reasonOf(type, picture(4096, 4097))).toBe(PIXELS);
    expect(reasonOf(type, picture(16_383, 16_383))).toBe(PIXELS);
    expect(reasonOf(type, picture(1920, 1080), 1920 * 1080 - 1)).toBe(PIXELS);
  });

  it.each([
    ['the header of a PNG', 'image/png', pngOf(60_000, 60_000), PIXELS],
    ['a PNG of no height', 'image/png', pngOf(2, 0), BROKEN],
    ['a second header', 'image/png', pngOf(2, 2, pngHeader(60_000, 60_000)), BROKEN],
    ['a JPEG without lines, which are counted later', 'image/jpeg', jpegOf(2, 0), BROKEN],
    ['a second frame of a JPEG', 'image/jpeg', withSecondFrame(), BROKEN],
    ['a JPEG of more scans than any encoder writes', 'image/jpeg', jpegOf(2, 2, 101), BROKEN],
    ['a large picture in a small canvas', 'image/webp', webpOf(extended(2, 2), vp8l(16_000, 16_000)), PIXELS],
    ['a WebP without a start code', 'image/webp', webpOf(vp8l(2, 2).fill(0, 8)), BROKEN],
    [
      'a large picture in a small frame',
      'image/webp',
      webpOf(extended(2, 2, 2), animationFrame(2, 2, vp8(16_000, 16_000))),
      PIXELS,
    ],
    [
      'a large frame',
      'image/webp',
      webpOf(extended(2, 2, 2), animationFrame(16_000, 16_000, vp8(2, 2))),
      PIXELS,
    ],
  ] as const)('are limited in %s', (_, type, bytes, reason) => {
    expect(reasonOf(type, bytes)).toBe(reason);
  });

  it('count all frames of an animation', () => {
    expect(reasonOf('image/png', pngOf(512, 512, announcing(64), ...pngFrames(64)))).toBeUndefined();
    expect(reasonOf('image/png', pngOf(512, 512, announcing(65)))).toBe(PIXELS);
    expect(reasonOf('image/webp', webpFrames(64, 512, 512))).toBeUndefined();
    expect(reasonOf('image/webp', webpFrames(65, 512, 512))).toBe(PIXELS);
  });
});

it('an animation has at most a hundred frames', () => {
  const tooMany = MAX_PICTURE_FRAMES + 1;
  expect(reasonOf('image/png', pngOf(2, 2, announcing(tooMany)))).toBe(FRAMES);
  expect(reasonOf('image/png', pngOf(2, 2, announcing(1), ...pngFrames(tooMany)))).toBe(FRAMES);
  expect(reasonOf('image/png', pngOf(2, 2, pngChunk('acTL', Buffer.alloc(2))))).toBe(FRAMES);
  expect(reasonOf('image/webp', webpFrames(tooMany, 2, 2))).toBe(FRAMES);
  expect(reasonOf('image/webp', webpFrames(MAX_PICTURE_FRAMES, 2, 2))).toBeUndefined();
});

it.each([
  ['image/png', 'png', []],
  ['image/jpeg', 'jpg', []],
  ['image/webp', 'webp', ['-c:v', 'libwebp']],
  ['image/webp', 'webp', ['-c:v', 'libwebp', '-lossless', '1']],
] as const)('a real picture of type %s has its true size: %s %o', (type, extension, encoder) => {
  const path = join(newFolder(), `real.${extension}`);
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=162x90', '-frames:v', '1'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, ...encoder, path]);
  const bytes = readFileSync(path);
  expect(reasonOf(type, bytes, 162 * 90)).toBeUndefined();
  expect(reasonOf(type, bytes, 162 * 90 - 1)).toBe(PIXELS);
});

function withSecondFrame(): Uint8Array {
  const picture = Buffer.from(jpegOf(2, 2));
  const frame = jpegSegment(0xc2, Buffer.from([8, 0xea, 0x60, 0xea, 0x60, 1, 1, 0x11, 0]));
  return Buffer.concat([picture.subarray(0, -2), frame, picture.subarray(-2)]);
}
