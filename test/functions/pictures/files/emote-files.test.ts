/** GIF and AVIF, which emotes alone can have, and the first frames of animations. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAnimated, refusalOfSize } from '#functions/pictures/files/picture-size.ts';
import {
  pictureExtension,
  pictureType,
  type PictureType,
  stillOf,
  withoutMetadata,
} from '#functions/pictures/files/picture-type.ts';
import { MAX_PICTURE_FRAMES } from '#shared/limits.ts';
import { SECRET } from '#test/support/media/annotated-pictures.ts';
import { avifOf, GIF_LOOP, gifComment, gifFrame, gifOf } from '#test/support/media/emote-pictures.ts';
import { tries } from '#test/support/runner/effort.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const GIF = gifOf(2, 1, gifFrame(2, 1));
const HIDING_GIF = Buffer.concat([
  gifOf(2, 1, gifComment(`<script>${SECRET}</script>`), gifFrame(2, 1)),
  Buffer.from(SECRET),
]);
const SAMPLES: readonly (readonly [PictureType, Uint8Array, Uint8Array])[] = [
  ['image/gif', GIF, HIDING_GIF],
  ['image/avif', avifOf(2, 2), avifOf(2, 2, { isAnnotated: true })],
];
const reasonOf = (type: PictureType, bytes: Uint8Array) => refusalOfSize(type, bytes)?.message;
const textOf = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('latin1');

describe.each(SAMPLES)('a picture of type %s', (type, plain, hiding) => {
  it('stays the same bytes, and loses everything that is hidden in it', () => {
    expect(pictureType(plain)).toBe(type);
    expect(textOf(withoutMetadata(type, plain))).toBe(textOf(plain));
    expect(reasonOf(type, plain)).toBeUndefined();
    expect(textOf(hiding)).toContain(SECRET);
    const kept = withoutMetadata(type, hiding);
    expect(kept && reasonOf(type, kept)).toBeUndefined();
    expect(textOf(kept)).not.toContain(SECRET);
  });

  it('is refused when it is cut, wherever that is', () => {
    const lengths = Array.from({ length: plain.length - 12 }, (_, index) => 12 + index);
    expect(lengths.filter((length) => withoutMetadata(type, plain.subarray(0, length)))).toEqual([]);
  });

  it('never throws for fabricated bytes', () => {
    const change = fc.tuple(fc.integer({ min: 12, max: hiding.length - 1 }), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const hostile = Uint8Array.from(hiding);
        for (const [at, value] of changes) hostile[at] = value;
        const once = withoutMetadata(type, hostile);
        expect(textOf(once && withoutMetadata(type, once))).toBe(textOf(once));
        if (once) refusalOfSize(type, once);
      }),
      { numRuns: tries(300) },
    );
  });
});

it('the pixels of all frames, and of the screen that holds them, are bounded', () => {
  const frames = (count: number, side: number) =>
    gifOf(side, side, ...Array<Buffer>(count).fill(gifFrame(side, side)));
  expect(reasonOf('image/gif', frames(64, 512))).toBeUndefined();
  expect(reasonOf('image/gif', frames(65, 512))).toBe('picture_too_many_pixels');
  expect(reasonOf('image/gif', frames(MAX_PICTURE_FRAMES + 1, 2))).toBe('picture_too_many_frames');
  expect(reasonOf('image/gif', gifOf(65_535, 65_535, gifFrame(2, 1)))).toBe('picture_too_many_pixels');
  expect(reasonOf('image/gif', gifOf(2, 1, gifFrame(2, 60_000, 60_000)))).toBe('picture_too_many_pixels');
  expect(reasonOf('image/gif', gifOf(2, 1, gifFrame(0, 1)))).toBe('not_a_picture');
});

it('the pixels of an AVIF are bounded by what its boxes say, and by its AV1 data', () => {
  expect(reasonOf('image/avif', avifOf(4096, 4096))).toBeUndefined();
  expect(reasonOf('image/avif', avifOf(4096, 4097))).toBe('picture_too_many_pixels');
  expect(reasonOf('image/avif', avifOf(2, 2, { coded: [65_536, 65_536] }))).toBe('picture_too_many_pixels');
  // A grid of a hundred pictures.
  expect(withoutMetadata('image/avif', avifOf(2, 2, { itemType: 'grid' }))).toBeNull();
});

it('an AVIF with a broken animation becomes a picture that no browser plays', () => {
  const still = withoutMetadata('image/avif', avifOf(2, 2, { brand: 'avis', isAnnotated: true }));
  expect(textOf(still)).not.toMatch(/avis|moov/);
  expect(isAnimated('image/avif', still!)).toBe(false);
});

it('the first frame of a GIF is what stays', () => {
  const moving = gifOf(2, 1, GIF_LOOP, gifFrame(2, 1), gifFrame(1, 1));
  expect(textOf(withoutMetadata('image/gif', moving))).toBe(textOf(moving));
  expect(textOf(stillOf('image/gif', moving))).toBe(textOf(gifOf(2, 1, GIF_LOOP, gifFrame(2, 1))));
});

const ENCODERS = {
  'image/gif': [],
  'image/png': ['-f', 'apng'],
  'image/webp': ['-c:v', 'libwebp_anim'],
  'image/avif': ['-c:v', 'libaom-av1', '-cpu-used', '8'],
} as const;

/** The file of four frames. */
function encoded(type: keyof typeof ENCODERS): string {
  const path = join(newFolder(), `moving.${pictureExtension[type]}`);
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=34x18:rate=10', '-frames:v', '4'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, ...ENCODERS[type], path]);
  return path;
}

it.each(Object.keys(ENCODERS) as (keyof typeof ENCODERS)[])(
  'a real animation of type %s has a first frame of its own',
  (type) => {
    const bytes = withoutMetadata(type, readFileSync(encoded(type)))!;
    expect(isAnimated(type, bytes)).toBe(true);
    const still = stillOf(type, bytes);
    expect(isAnimated(type, still)).toBe(false);
    expect(refusalOfSize(type, still, 34 * 18)).toBeUndefined();
    expect(refusalOfSize(type, still, 34 * 18 - 1)?.message).toBe('picture_too_many_pixels');
  },
);

describe('a real animation in AVIF', () => {
  const path = encoded('image/avif');
  const file = readFileSync(path);
  const cleaned = (bytes: Buffer) => withoutMetadata('image/avif', bytes)!;
  /** With the number at an offset behind a box's type replaced. */
  const changed = (type: string, offset: number, change: (value: number) => number): Buffer => {
    const [copy, at] = [Buffer.from(file), file.indexOf(type) + 4 + offset];
    copy.writeUInt32BE(change(copy.readUInt32BE(at)), at);
    return copy;
  };
  function framesOf(bytes: Uint8Array): string[] {
    const input = join(newFolder(), 'frames.avif');
    writeFileSync(input, bytes);
    const lines = execFileSync('ffmpeg', ['-v', 'error', '-i', input, '-map', 'v:0', '-f', 'framemd5', '-']);
    return [...String(lines).matchAll(/^\d.*, (\w{32})$/gm)].map(([, hash]) => hash!);
  }

  it('keeps its frames without metadata, and its still picture is the first one alone', () => {
    const frames = framesOf(file);
    expect(frames).toHaveLength(4);
    const moving = cleaned(file);
    expect(framesOf(moving)).toEqual(frames);
    expect(textOf(file)).toMatch(/PictureHandler|VideoHandler|Lavc/);
    expect(textOf(moving)).not.toMatch(/PictureHandler|VideoHandler|Lavc/);
    const still = stillOf('image/avif', moving);
    expect(framesOf(still)).toEqual(frames.slice(0, 1));
    expect(still.length).toBeLessThan(moving.length);
  });

  it.each([
    ['another picture than its first frame', changed('iloc', 18, (length) => length - 1)],
    ['frames outside of its data', changed('stco', 8, () => 8)],
    ['samples without end', changed('stsz', 8, () => 2 ** 32 - 1)],
  ])('with %s becomes a picture', (_, bytes) => {
    expect(isAnimated('image/avif', cleaned(bytes))).toBe(false);
    expect(textOf(cleaned(bytes))).not.toContain('avis');
  });

  it('whose boxes declare larger frames is refused', () => {
    expect(refusalOfSize('image/avif', cleaned(file), 34 * 18 * 4)).toBeUndefined();
    const bytes = cleaned(changed('stsd', 8 + 8 + 24, () => 0xffffffff));
    expect(refusalOfSize('image/avif', bytes)?.message).toBe('picture_too_many_pixels');
  });

  it('with any byte changed is refused, or stays the same when it is cleaned again', () => {
    const unstable = [...file.keys()].filter((at) => {
      const copy = Buffer.from(file);
      copy[at] = 0xff;
      const once = withoutMetadata('image/avif', copy);
      return once && textOf(withoutMetadata('image/avif', once)) !== textOf(once);
    });
    expect(unstable).toEqual([]);
  });
});
