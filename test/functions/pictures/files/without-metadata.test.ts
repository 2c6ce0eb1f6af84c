import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orientationOf } from '#functions/pictures/files/orientation.ts';
import { withoutMetadata } from '#functions/pictures/files/picture-type.ts';
import { tries } from '#test/support/runner/effort.ts';
import {
  annotated,
  jpegSegment,
  type PhotoType,
  PLAIN,
  pngChunk,
  riffChunk,
  SECRET,
  tiff,
  webpOf,
} from '#test/support/media/annotated-pictures.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const TYPES = Object.keys(PLAIN) as PhotoType[];
const ORIENTATIONS = [2, 3, 4, 5, 6, 7, 8];
const textOf = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('latin1');
const bytesOf = (bytes: Uint8Array | null): Uint8Array => Uint8Array.from(bytes ?? []);

describe.each(TYPES)('removing metadata from a picture of type %s', (type) => {
  it('removes everything but the coded picture, which stays the same bytes', () => {
    expect(textOf(annotated(type))).toContain(SECRET);
    expect(bytesOf(withoutMetadata(type, annotated(type)))).toEqual(PLAIN[type]);
  });

  it('changes nothing when there is no metadata', () => {
    expect(bytesOf(withoutMetadata(type, PLAIN[type]))).toEqual(PLAIN[type]);
  });

  it.each(ORIENTATIONS)('keeps the orientation %i', (orientation) => {
    const once = withoutMetadata(type, annotated(type, orientation));
    expect(textOf(once)).not.toContain(SECRET);
    const at = textOf(once).indexOf('MM\0*');
    expect(orientationOf(bytesOf(once).subarray(at))).toBe(orientation);
    expect(withoutMetadata(type, once!)).toEqual(once);
  });

  it('refuses a truncated picture, wherever it was cut', () => {
    const whole = PLAIN[type];
    // A JPEG that lacks the end of its scan is shown by browsers as far as it goes.
    const least = type === 'image/jpeg' ? whole.length - 8 : whole.length;
    const lengths = Array.from({ length: least - 12 }, (_, index) => 12 + index);
    expect(lengths.filter((length) => withoutMetadata(type, whole.subarray(0, length)))).toEqual([]);
  });

  it('refuses fabricated bytes or removes them, and never throws', () => {
    const bytes = annotated(type, 6);
    const change = fc.tuple(fc.integer({ min: 12, max: bytes.length - 1 }), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const hostile = Uint8Array.from(bytes);
        for (const [at, value] of changes) hostile[at] = value;
        const once = withoutMetadata(type, hostile);
        expect(once && withoutMetadata(type, once)).toEqual(once);
      }),
      { numRuns: tries(300) },
    );
  });
});

it('keeps colour profiles and Adobe’s CMYK marker, and removes an embedded thumbnail', () => {
  const profile = jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01profile', 'latin1'));
  const adobe = jpegSegment(0xee, Buffer.from('Adobe\0d\0\0\0\0\0', 'latin1'));
  const head = 'JFIF\0\x01\x02\0\0\x48\0\x48';
  const jfif = jpegSegment(0xe0, Buffer.from(`${head}\x01\x01abc`, 'latin1'));
  const plain = PLAIN['image/jpeg'];
  const jpeg = Buffer.concat([plain.subarray(0, 2), jfif, profile, adobe, plain.subarray(2)]);
  const small = jpegSegment(0xe0, Buffer.from(`${head}\0\0`, 'latin1'));
  expect(textOf(withoutMetadata('image/jpeg', jpeg))).toBe(
    textOf(Buffer.concat([plain.subarray(0, 2), small, profile, adobe, plain.subarray(2)])),
  );
  const [png, coded] = [PLAIN['image/png'], 8 + 25];
  const colours = pngChunk('iCCP', Buffer.from('name\0\0profile', 'latin1'));
  const coloured = Buffer.concat([png.subarray(0, coded), colours, png.subarray(coded)]);
  expect(textOf(withoutMetadata('image/png', coloured))).toBe(textOf(coloured));
});

it('removes metadata inside the frames of an animation', () => {
  const head = riffChunk('VP8X', Buffer.from([2, 0, 0, 0, 1, 0, 0, 1, 0, 0]));
  const coded = riffChunk('VP8 ', Buffer.from('coded'));
  const frame = (...chunks: Uint8Array[]) =>
    riffChunk('ANMF', Buffer.concat([Buffer.alloc(16, 3), ...chunks]));
  const hidden = webpOf(head, frame(coded, riffChunk('MINE', Buffer.from(SECRET))));
  expect(bytesOf(withoutMetadata('image/webp', hidden))).toEqual(webpOf(head, frame(coded)));
});

it.each([
  ['image/jpeg', 'jpg', (file: Buffer) => [file.subarray(0, 2), jpegSegment(0xe1, exif()), file.subarray(2)]],
  [
    'image/png',
    'png',
    (file: Buffer) => [file.subarray(0, 33), pngChunk('eXIf', tiff(3)), file.subarray(33)],
  ],
] as const)('leaves a real picture of type %s looking the same', (type, extension, insert) => {
  const folder = newFolder();
  const [before, after] = ['before', 'after'].map((name) => join(folder, `${name}.${extension}`));
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90', '-frames:v', '1'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, before!]);
  const file = readFileSync(before!);
  const kept = withoutMetadata(type, Buffer.concat(insert(file)));
  expect(textOf(kept)).not.toContain(SECRET);
  writeFileSync(after!, kept!);
  const visible = (path: string) =>
    execFileSync('ffmpeg', ['-v', 'error', '-noautorotate', '-i', path, '-f', 'framemd5', '-']).toString();
  const framesOf = (text: string) => text.split('\n').filter((line) => !line.startsWith('#'));
  expect(framesOf(visible(after!))).toEqual(framesOf(visible(before!)));
});

const exif = (): Buffer => Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff(3)]);
