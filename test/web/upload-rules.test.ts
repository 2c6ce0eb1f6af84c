import { describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../shared/limits.ts';
import { refusalOf } from '../../web/src/features/videos/upload-check.ts';
import { createRateMeter, timeLeftText } from '../../web/src/features/videos/upload-rate.ts';
import { retryDelayMs } from '../../web/src/lib/retry.ts';
import { changesOf, EMPTY_VIDEO, publishBodyOf } from '../../web/src/features/videos/video-form.ts';

describe('a file (specification §5)', () => {
  it('may have 500 MB and not one byte more', () => {
    expect(refusalOf({ size: MAX_UPLOAD_BYTES, type: 'video/mp4' })).toBeNull();
    expect(refusalOf({ size: MAX_UPLOAD_BYTES + 1, type: 'video/mp4' })).toMatchObject({
      title: 'File too large',
      description: 'Please select a video under 500MB',
    });
  });

  it('has to be a video, or of a type that the system does not know', () => {
    expect(refusalOf({ size: 1, type: '' })).toBeNull();
    expect(refusalOf({ size: 1, type: 'text/plain' })).toMatchObject({
      title: 'No file selected',
      description: 'Please select a video file',
    });
  });
});

describe('the speed of an upload', () => {
  it('is the mean of the last eight seconds', () => {
    const meter = createRateMeter(100_000);
    for (let second = 0; second <= 20; second += 1) meter(second * 1000, second * 100);
    for (let second = 21; second <= 28; second += 1) meter(second * 1000, 2000 + (second - 20) * 1000);
    expect(meter(28_500, 10_500)).toMatchObject({ bytesPerSecond: 1000 });
  });

  it('is not told in the first second, and never negative', () => {
    const meter = createRateMeter(1000);
    expect(meter(0, 500)).toEqual({ bytesPerSecond: null, secondsLeft: null });
    expect(meter(500, 600)).toEqual({ bytesPerSecond: null, secondsLeft: null });
    expect(meter(2000, 100)).toEqual({ bytesPerSecond: 0, secondsLeft: null });
  });

  it('makes a time left that does not jump', () => {
    const meter = createRateMeter(10_000);
    meter(0, 0);
    expect(meter(1000, 1000).secondsLeft).toBe(9);
    const slower = meter(2000, 1100).secondsLeft ?? 0;
    expect(slower).toBeGreaterThan(9);
    expect(slower).toBeLessThan(12);
  });

  it.each([
    [2, 'a few seconds left'],
    [12, '15 s left'],
    [130, '2 min left'],
    [5000, '1 h 23 min left'],
  ])('%i seconds read "%s"', (seconds, words) => {
    expect(timeLeftText(seconds)).toBe(words);
  });
});

it('waits twice as long after each failure, at most 15 s, and never exactly as long as others', () => {
  expect([1, 2, 3, 10].map((failures) => retryDelayMs(failures, 1))).toEqual([500, 1000, 2000, 15_000]);
  expect([1, 2, 3, 10].map((failures) => retryDelayMs(failures, 0))).toEqual([250, 500, 1000, 7500]);
});

describe('what is written about a video', () => {
  const form = {
    title: ' Breeze ',
    category: 'Box Fans',
    description: ' Soft. ',
    tags: ['asmr'],
    visibility: 'unlisted',
  } as const;

  it('is sent trimmed, with the address of the upload', () => {
    expect(publishBodyOf(form, '/uploads/1')).toEqual({
      video_url: '/uploads/1',
      title: 'Breeze',
      category: 'Box Fans',
      description: 'Soft.',
      tags: ['asmr'],
      visibility: 'unlisted',
    });
  });

  it.each(['title', 'category'] as const)('is not sent without a %s (specification §5)', (field) => {
    expect(publishBodyOf({ ...form, [field]: ' ' }, '/uploads/1')).toBeNull();
  });

  it('may lack a description and tags', () => {
    expect(publishBodyOf({ ...EMPTY_VIDEO, title: 'a', category: 'b' }, 'x')).toMatchObject({ tags: [] });
  });

  it('is changed only where it differs', () => {
    const before = {
      title: 'Breeze',
      category: 'Box Fans',
      description: 'Soft.',
      tags: ['asmr'],
      visibility: 'unlisted',
    } as const;
    expect(changesOf(form, before)).toEqual({});
    expect(
      changesOf({ ...form, tags: ['asmr', 'night'], title: 'Gale', visibility: 'private' }, before),
    ).toEqual({
      title: 'Gale',
      tags: ['asmr', 'night'],
      visibility: 'private',
    });
  });
});
