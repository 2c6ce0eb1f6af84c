import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rateBeside } from '#web/features/player/commands/media.ts';
import { commandOf, keyHelp } from '#web/features/player/commands/player-keys.ts';
import { keepPosition, positionOf } from '#web/features/player/video/positions.ts';
import { qualitiesOf } from '#web/features/player/engine/steering.ts';
import { pictureAt } from '#web/features/player/controls/preview-pictures.ts';
import { parseStoryboard } from '#web/lib/media/storyboard.ts';
import {
  hasPicture,
  initialVideo,
  retryInMs,
  type VideoEvent,
  videoReducer,
} from '#web/features/player/video/video.machine.ts';
import { createWatchedTime } from '#web/features/player/video/video-player.tsx';
import { stubBrowser } from '../support/browser.ts';

const after = (...types: VideoEvent['type'][]) =>
  types.reduce((state, type) => videoReducer(state, { type }), initialVideo);

describe('the video player', () => {
  it('plays, pauses and ends', () => {
    expect(after('playing')).toMatchObject({ name: 'playing', isWanted: true });
    expect(after('playing', 'pause')).toMatchObject({ name: 'paused', isWanted: false });
    expect(after('playing', 'ended')).toMatchObject({ name: 'ended', isWanted: false });
    expect(after('playing', 'ended', 'pause')).toEqual(after('playing', 'ended'));
    expect(after('pause')).toBe(initialVideo);
  });

  it.each(['gone', 'unsupported'] as const)('says that it is %s, and has no picture', (type) => {
    expect(after('playing', type)).toMatchObject({ name: type });
    expect(hasPicture(after('playing', type))).toBe(false);
  });

  it('keeps its picture while it stalls, is paused or has ended, and not before the first frame', () => {
    const states = [after('playing'), after('playing', 'waiting'), after('playing', 'pause'), after('ended')];
    expect(states.map(hasPicture)).toEqual([true, true, true, true]);
    expect([initialVideo, after('playing', 'lost')].map(hasPicture)).toEqual([false, false]);
  });

  it('shows its play button when autoplay is blocked', () => {
    const state = after('refused');
    expect(state).toMatchObject({ name: 'ready', isWanted: false });
    expect(hasPicture(state)).toBe(true);
  });

  it('counts a stall once, and none before the first frame', () => {
    expect(after('waiting')).toMatchObject({ name: 'starting', stalls: 0 });
    expect(after('playing', 'waiting', 'waiting')).toMatchObject({ name: 'stalled', stalls: 1 });
  });

  it('restarts playback after a failure, playing if it played', () => {
    expect(after('playing', 'lost', 'retry')).toMatchObject({ name: 'starting', session: 2, isWanted: true });
    expect(after('playing', 'pause', 'lost', 'retry')).toMatchObject({ isWanted: false });
    expect(after('lost', 'lost')).toEqual(after('lost'));
    expect(after('playing', 'retry')).toEqual(after('playing'));
  });

  it('retries with growing waits up to 30 s until a frame is shown', () => {
    const losses: VideoEvent['type'][] = [];
    const waits = Array.from({ length: 7 }, () => {
      losses.push('lost');
      const wait = retryInMs(after('playing', ...losses));
      losses.push('retry');
      return wait;
    });
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(retryInMs(after('playing', ...losses, 'playing', 'lost'))).toBe(1000);
  });
});

describe('the key', () => {
  const UNMODIFIED = { code: '', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  const press = (key: string, isLive = false, hasTheater = true) =>
    commandOf({ ...UNMODIFIED, key }, { isLive, hasTheater });

  it.each([
    [' ', { do: 'play' }],
    ['K', { do: 'play' }],
    ['m', { do: 'mute' }],
    ['f', { do: 'fullscreen' }],
    ['t', { do: 'theater' }],
    ['j', { do: 'seekBy', seconds: -10 }],
    ['ArrowRight', { do: 'seekBy', seconds: 5 }],
    ['ArrowDown', { do: 'volumeBy', change: -0.05 }],
    ['7', { do: 'seekToShare', share: 0.7 }],
    ['>', { do: 'rate', step: 1 }],
  ])('%j works', (key, command) => {
    expect(press(key)).toEqual(command);
  });

  it('that is unknown or pressed with Control is left to the browser', () => {
    expect(press('x')).toBeNull();
    expect(press('Tab')).toBeNull();
    const withControl = { ...UNMODIFIED, key: 'f', ctrlKey: true };
    expect(commandOf(withControl, { isLive: false, hasTheater: true })).toBeNull();
  });

  it('for the large player does nothing where the page has none', () => {
    expect(press('t', false, false)).toBeNull();
  });

  it('for speed or tenths does nothing live', () => {
    expect([press('>', true), press('5', true)]).toEqual([null, null]);
    expect(press('j', true)).toEqual({ do: 'seekBy', seconds: -10 });
  });

  it.each([
    { isLive: false, hasTheater: false },
    { isLive: false, hasTheater: true },
    { isLive: true, hasTheater: false },
    { isLive: true, hasTheater: true },
  ])('is in the help exactly if it does something: %o', (player) => {
    const named = new Map([
      ['Space', ' '],
      ['←', 'ArrowLeft'],
      ['→', 'ArrowRight'],
      ['↑', 'ArrowUp'],
      ['↓', 'ArrowDown'],
    ]);
    const keys = [...named.values(), ...'abcdefghijklmnopqrstuvwxyz09<>?/,.-+', 'Enter', 'Home', 'End'];
    const listed = keyHelp(player).flatMap(({ keys }) => keys.map((key) => named.get(key) ?? key));
    expect(listed.filter((key) => key !== '…').toSorted()).toEqual(
      keys.filter((key) => commandOf({ ...UNMODIFIED, key }, player)).toSorted(),
    );
  });

  it('for speed stays within the range', () => {
    expect([rateBeside(1, 1), rateBeside(1, -1), rateBeside(2, 1), rateBeside(0.5, -1)]).toEqual([
      1.25, 0.75, 2, 0.5,
    ]);
  });
});

describe('the saved position', () => {
  beforeEach(() => void stubBrowser());
  afterEach(() => vi.unstubAllGlobals());

  it('is stored for each video', () => {
    keepPosition('a', 61.7, 600);
    keepPosition('b', 30, 600);
    expect([positionOf('a'), positionOf('b'), positionOf('c')]).toEqual([61, 30, 0]);
  });

  it('is deleted near the beginning and the end', () => {
    keepPosition('a', 100, 600);
    keepPosition('a', 595, 600);
    keepPosition('b', 3, 600);
    expect([positionOf('a'), positionOf('b')]).toEqual([0, 0]);
  });

  it('is kept for the latest hundred videos', () => {
    for (let video = 0; video < 120; video += 1) keepPosition(`${video}`, 50, 600);
    expect([positionOf('19'), positionOf('20'), positionOf('119')]).toEqual([0, 50, 50]);
  });

  it.each(['', '{', '{}', '[1]', '[["a"]]', '[["a",-4]]'])(
    'is the start when the storage contains %j',
    (text) => {
      localStorage.setItem('player.positions', text);
      expect(positionOf('a')).toBe(0);
    },
  );
});

describe('the time watched', () => {
  it('adds up played parts without skipped ones', () => {
    const watched = createWatchedTime();
    const places = [0, 0.25, 0.5, 60, 60.25, 10, 10.5];
    expect(places.map((place) => watched(place, 1)).at(-1)).toBe(1.25);
  });

  it('counts seconds of the video at double speed', () => {
    const watched = createWatchedTime();
    watched(0, 2);
    expect(watched(2.5, 2)).toBe(2.5);
  });
});

describe('the seek bar’s pictures', () => {
  const vtt = [
    'WEBVTT\r',
    '\r',
    '1\r',
    '00:00.000 --> 00:10.000\r',
    'sheet.jpg#xywh=160,90,160,90\r',
    '\r',
    'NOTE a remark',
    '',
    '01:00:10.000 --> 01:00:20.500',
    '/b.jpg',
    '',
  ].join('\n');
  const pictures = parseStoryboard(vtt, 'https://fan.example/media/x/storyboard.vtt');

  it('are read from WebVTT with their regions', () => {
    expect(pictures).toEqual([
      {
        startS: 0,
        endS: 10,
        url: 'https://fan.example/media/x/sheet.jpg',
        part: { x: 160, y: 90, width: 160, height: 90 },
      },
      { startS: 3610, endS: 3620.5, url: 'https://fan.example/b.jpg', part: null },
    ]);
  });

  it('are found by time, the last one beyond the end', () => {
    expect([0, 9.9, 3609, 3610, 9999].map((time) => pictureAt(pictures, time))).toEqual([0, 0, 0, 1, 1]);
    expect(pictureAt([], 1)).toBe(-1);
  });

  it.each(['', '<!doctype html>', 'WEBVTT\n\n00:00.000 --> 00:01.000\n'])('do not exist in %j', (text) => {
    expect(parseStoryboard(text, 'https://fan.example/')).toEqual([]);
  });
});

describe('the quality menu', () => {
  const rendition = (width: number, height: number, bitrate = 1_000_000) => ({ width, height, bitrate });

  it('sizes them by the shorter side, best first, without audio-only ones', () => {
    const renditions = [rendition(640, 360), rendition(0, 0), rendition(1920, 1080)];
    expect(qualitiesOf(renditions)).toEqual([
      { id: 2, size: '1080p', isAlone: true, bitsPerSecond: 1_000_000 },
      { id: 0, size: '360p', isAlone: true, bitsPerSecond: 1_000_000 },
    ]);
    expect(qualitiesOf([rendition(720, 1280)])).toMatchObject([{ id: 0, size: '720p' }]);
  });

  it('marks equal sizes, for which the menu shows the bit rate', () => {
    expect(qualitiesOf([rendition(1280, 720, 1_500_000), rendition(1280, 720, 3_000_000)])).toEqual([
      { id: 1, size: '720p', isAlone: false, bitsPerSecond: 3_000_000 },
      { id: 0, size: '720p', isAlone: false, bitsPerSecond: 1_500_000 },
    ]);
  });
});
