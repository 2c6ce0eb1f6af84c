import { describe, expect, it } from 'vitest';
import { withFetched } from '#web/features/sleep/data-use.ts';
import { newestOf, recordingOf, videoIdIn } from '#web/features/sleep/use-recording-sound.ts';
import { readSettings } from '#web/features/sleep/sleep-form.tsx';
import { endOf, FADE_MS, timeLeftLabel, loudness } from '#web/features/sleep/sleep-timer.ts';
import { EMPTY_VIDEO_TEXTS } from '#shared/videos/video-fields.ts';
import type { Video } from '#shared/videos/videos.ts';

const MINUTE_MS = 60_000;

describe('the sleep timer', () => {
  const evening = new Date(2026, 10, 23, 22, 30).getTime();

  it.each([
    ['after its minutes', { minutes: 15, until: '' }, new Date(2026, 10, 23, 22, 45)],
    ['at a time of this day', { minutes: 15, until: '23:10' }, new Date(2026, 10, 23, 23, 10)],
    ['at a time of the next day', { minutes: 15, until: '07:00' }, new Date(2026, 10, 24, 7, 0)],
    [
      'a day later, where it is that time now',
      { minutes: 15, until: '22:30' },
      new Date(2026, 10, 24, 22, 30),
    ],
  ])('ends %s', (_, choice, end) => {
    expect(new Date(endOf(choice, evening))).toEqual(end);
  });

  it('ends on the next morning before a change to summer time', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    try {
      const night = Date.parse('2026-03-28T22:30:00Z');
      expect(new Date(endOf({ minutes: 15, until: '07:00' }, night)).toISOString()).toBe(
        '2026-03-29T05:00:00.000Z',
      );
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('fades during its last two minutes to silence', () => {
    const left = [MINUTE_MS * 30, FADE_MS, FADE_MS / 2, 0, -MINUTE_MS];
    expect(left.map(loudness)).toEqual([1, 1, 0.25, 0, 0]);
  });

  it.each([
    [8 * 60, '8 hours left'],
    [65, '1 hour 5 minutes left'],
    [14.2, '15 minutes left'],
    [0.5, 'less than a minute left'],
  ])('for %d minutes says "%s"', (minutes, words) => {
    expect(timeLeftLabel(minutes * MINUTE_MS)).toBe(words);
  });
});

describe('the stored settings', () => {
  it('are used as far as they are valid', () => {
    const usual = { minutes: 60, until: '', showsClock: true, recording: '' };
    expect(readSettings(null)).toEqual(usual);
    expect(readSettings('late')).toEqual(usual);
    expect(readSettings({ minutes: 7, until: 3, showsClock: 'no', recording: null })).toEqual(usual);
    const chosen = { minutes: 90, until: '06:45', showsClock: false, recording: '/channel/ada/video/v1' };
    expect(readSettings(chosen)).toEqual(chosen);
  });
});

describe('the item after a stream', () => {
  const aVideo = (more: Partial<Video>): Video => ({
    id: 'v',
    channel_id: 'c',
    username: 'ada',
    kind: 'replay',
    ...EMPTY_VIDEO_TEXTS,
    tags: [],
    visibility: 'public',
    status: 'ready',
    percent: 100,
    reason: null,
    playback_url: '/x.m3u8',
    thumbnail_url: null,
    storyboard_url: null,
    duration_s: 60,
    views: 0,
    likes: 0,
    created_at: '2026-11-23T22:00:00Z',
    ...more,
  });
  const titleOf = (videos: readonly Video[]) => newestOf(videos)?.title;

  it('is the newest public replay, or else the newest video', () => {
    const hidden = aVideo({ title: 'hidden', visibility: 'unlisted' });
    const removed = aVideo({ title: 'removed', is_removed: true });
    const coming = aVideo({ title: 'coming', status: 'processing', playback_url: null });
    const upload = aVideo({ title: 'upload', kind: 'upload' });
    const replay = aVideo({ title: 'replay' });
    const older = aVideo({ title: 'older' });
    expect(titleOf([hidden, removed, coming, upload, replay, older])).toBe('replay');
    expect(titleOf([hidden, removed, coming, upload])).toBe('upload');
    expect(newestOf([hidden, coming])).toBeNull();
  });

  it('begins at its start or at the saved position', () => {
    expect(recordingOf(aVideo({}))?.startS).toBe(0);
    expect(recordingOf(aVideo({}), 42)?.startS).toBe(42);
  });

  it('is found by its page’s address', () => {
    expect(videoIdIn('https://fans.example/channel/ada/video/01ABC?t=5')).toBe('01ABC');
    expect(videoIdIn('/channel/ada/video/01ABC')).toBe('01ABC');
    expect(videoIdIn('https://fans.example/channel/ada')).toBeNull();
  });
});

describe('the data counter', () => {
  it('counts network bytes, and says when a site hides them', () => {
    const files = [
      { transferSize: 1300, responseStart: 5 },
      // Kept by the browser.
      { transferSize: 0, responseStart: 7 },
      { transferSize: 0, responseStart: 0 },
    ];
    const uses = files.map((_, index) =>
      files.slice(0, index + 1).reduce(withFetched, { bytes: 0, isMore: false }),
    );
    expect(uses.map(({ bytes }) => bytes)).toEqual([1300, 1300, 1300]);
    expect(uses.map(({ isMore }) => isMore)).toEqual([false, false, true]);
  });
});
