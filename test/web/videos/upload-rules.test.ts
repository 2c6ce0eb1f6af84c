import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES, TITLE_MAX_LENGTH } from '#shared/limits.ts';
import { H264, type Shape, useMedia, VP9 } from '#test/support/media/transcoder-media.ts';
import { titleOfFile } from '#web/features/videos/publish/video-details-card.tsx';
import { refusalOf } from '#web/features/videos/publish/use-upload.ts';
import { createRateMeter, timeLeftText } from '#web/features/videos/upload/upload-progress.ts';
import { retryDelayMs } from '#web/lib/api/patience/retry.ts';
import { changesOf, EMPTY_VIDEO, publicationOf } from '#web/features/videos/edit/video-form.ts';

const media = useMedia();

describe('a selected file (specification §5)', () => {
  const MP4_HEAD = '\0\0\0\x18ftypisom';
  const file = (text: string, name = 'fan.mp4', type = 'video/mp4') =>
    new File([Uint8Array.from(Buffer.from(text, 'latin1'))], name, { type });
  const made = async (name: string, shape: Shape) => new File([readFileSync(await media(name, shape))], name);

  // spec: 9.5
  it('is limited to 500 MB', async () => {
    const of = (size: number) => Object.defineProperty(file(MP4_HEAD), 'size', { value: size });
    expect(await refusalOf(of(MAX_UPLOAD_BYTES))).toBeNull();
    expect(await refusalOf(of(MAX_UPLOAD_BYTES + 1))).toMatchObject({
      title: 'File too large',
      description: 'Please select a video under 500MB',
    });
  });

  it.each([
    ['text that is called a video', 'I am not a film.', 'fan.mp4', 'This file is a text file, not a video.'],
    ['a song', '\0\0\0\x18ftypM4A ', 'song.m4a', 'This file is an M4A sound file, not a video.'],
  ])('is recognised by its bytes, whatever its name: %s', async (_, text, name, what) => {
    expect(await refusalOf(file(text, name, 'video/mp4'))).toEqual({
      title: 'This file cannot be uploaded',
      description: `${what} MP4, MOV and WebM files can be published.`,
    });
    expect(await refusalOf(file(MP4_HEAD, name, 'text/plain'))).toBeNull();
  });

  it('cannot be empty', async () => {
    expect(await refusalOf(file(''))).toMatchObject({ description: 'This file is empty.' });
  });

  it.each([
    ['MP4', 'hum.mp4', ['-c:a', 'aac']],
    ['WebM', 'hum.webm', ['-c:a', 'libopus']],
  ])('needs a picture: audio in %s is refused', async (_, name, codecs) => {
    expect(await refusalOf(await made(name, { picture: false, seconds: 1, codecs }))).toMatchObject({
      description: 'This file has only sound and no picture. Videos in MP4, MOV and WebM can be published.',
    });
  });

  it.each([
    ['MP4', 'fan.mp4', H264],
    ['MOV', 'fan.mov', H264],
    ['WebM', 'fan.webm', VP9],
  ])('in %s is accepted with and without audio', async (_, name, codecs) => {
    expect(await refusalOf(await made(name, { seconds: 1, codecs }))).toBeNull();
    expect(await refusalOf(await made(`mute-${name}`, { seconds: 1, sound: false, codecs }))).toBeNull();
  });

  it('that cannot be read is refused', async () => {
    const folder = file(MP4_HEAD);
    folder.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('A folder')) });
    expect(await refusalOf(folder)).toMatchObject({ title: 'This file cannot be uploaded' });
  });
});

describe('the upload speed', () => {
  it('is the average of the last eight seconds', () => {
    const meter = createRateMeter(100_000);
    for (let second = 0; second <= 20; second += 1) meter(second * 1000, second * 100);
    for (let second = 21; second <= 28; second += 1) meter(second * 1000, 2000 + (second - 20) * 1000);
    expect(meter(28_500, 10_500)).toMatchObject({ bytesPerSecond: 1000 });
  });

  it('is unknown in the first second, and never negative', () => {
    const meter = createRateMeter(1000);
    expect(meter(0, 500)).toEqual({ bytesPerSecond: null, secondsLeft: null });
    expect(meter(500, 600)).toEqual({ bytesPerSecond: null, secondsLeft: null });
    expect(meter(2000, 100)).toEqual({ bytesPerSecond: 0, secondsLeft: null });
  });

  it('gives a steady remaining time', () => {
    const meter = createRateMeter(10_000);
    meter(0, 0);
    expect(meter(1000, 1000).secondsLeft).toBe(9);
    const slower = meter(2000, 1100).secondsLeft ?? 0;
    expect(slower).toBeGreaterThan(9);
    expect(slower).toBeLessThan(12);
  });

  it.each([
    [2, 'a few seconds left'],
    [12, '15 sec left'],
    [130, '2 min left'],
    [5000, '1 hr 23 min left'],
  ])('of %i seconds is shown as "%s"', (seconds, words) => {
    expect(timeLeftText(seconds)).toBe(words);
  });
});

it('the wait doubles after each failure, up to 15 s, with jitter', () => {
  expect([1, 2, 3, 10].map((failures) => retryDelayMs(failures, 1))).toEqual([500, 1000, 2000, 15_000]);
  expect([1, 2, 3, 10].map((failures) => retryDelayMs(failures, 0))).toEqual([250, 500, 1000, 7500]);
});

describe('the suggested title', () => {
  it.each([
    ['My_desk_fan.mp4', 'My desk fan'],
    ['  breeze   2026-11-20 v1.2.mov', 'breeze 2026-11-20 v1.2'],
    ['Ventilator über Nacht.webm', 'Ventilator über Nacht'],
    ['no extension', 'no extension'],
    ['Vol. 2', 'Vol. 2'],
    ['.mp4', ''],
  ])('of %j is %j', (name, title) => {
    expect(titleOfFile(name)).toBe(title);
  });

  it('has the maximum length, without half a character', () => {
    expect(titleOfFile(`${'x'.repeat(300)}.mp4`)).toBe('x'.repeat(TITLE_MAX_LENGTH));
    expect(titleOfFile(`${'x'.repeat(TITLE_MAX_LENGTH - 1)}\u{1f300}.mp4`)).toBe(
      'x'.repeat(TITLE_MAX_LENGTH - 1),
    );
  });
});

describe('the video’s details', () => {
  const NEW = { blob: new Blob(['x']), url: 'blob:x' };
  const form = {
    ...EMPTY_VIDEO,
    title: ' Breeze ',
    category: 'Box Fans',
    description: ' Soft. ',
    tags: ['asmr'],
    visibility: 'unlisted',
    thumbnail: '',
  } as const;

  // spec: 3.5
  it('are sent trimmed with the upload’s address', () => {
    expect(publicationOf(form, '/uploads/1')).toEqual({
      ...EMPTY_VIDEO,
      video_url: '/uploads/1',
      title: 'Breeze',
      category: 'Box Fans',
      description: 'Soft.',
      tags: ['asmr'],
      visibility: 'unlisted',
      thumbnail: '',
    });
  });

  // spec: 5.13
  it.each(['title', 'category'] as const)('require a %s (specification §5)', (field) => {
    expect(publicationOf({ ...form, [field]: ' ' }, '/uploads/1')).toBeNull();
  });

  // spec: 5.14
  it('may omit description and tags', () => {
    expect(publicationOf({ ...EMPTY_VIDEO, title: 'a', category: 'b' }, 'x')).toMatchObject({ tags: [] });
  });

  it('send changed fields only', () => {
    const before = {
      ...EMPTY_VIDEO,
      title: 'Breeze',
      category: 'Box Fans',
      description: 'Soft.',
      tags: ['asmr'],
      visibility: 'unlisted',
      thumbnail: '',
    } as const;
    expect(changesOf(form, before)).toEqual({});
    expect(
      changesOf(
        { ...form, tags: ['asmr', 'night'], title: 'Gale', visibility: 'private', thumbnail: NEW },
        before,
      ),
    ).toEqual({
      title: 'Gale',
      tags: ['asmr', 'night'],
      visibility: 'private',
      thumbnail: NEW,
    });
  });
});
