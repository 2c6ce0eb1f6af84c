import { Events, Hls } from 'hls.js/light';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  carriedBitsPerSecond,
  isWorthAbandoning,
  type Load,
  verdictOf,
  withLoad,
} from '#web/features/player/engine/connection.ts';
import { watchConnection } from '#web/features/player/engine/hls/hls-connection.ts';
import { neededLevel, soundAlone } from '#web/features/player/engine/hls/hls-playback.ts';

const load = (tookS: number, playsS = 1): Load => ({ tookS, playsS });
const after = (...loads: readonly Load[]) => loads.reduce<readonly Load[]>(withLoad, []);

describe('a slow connection', () => {
  it('is detected when one segment of a second takes five', () => {
    expect(verdictOf(after(load(0.1), load(0.1), load(5)), null)).toBe('slow');
  });

  it('is detected while a segment does not arrive', () => {
    expect(verdictOf([], load(2.9))).toBeNull();
    expect(verdictOf([], load(3.1))).toBe('slow');
  });

  it('is detected when each segment is a little late', () => {
    expect(verdictOf(after(load(1.4), load(1.4), load(1.4)), null)).toBeNull();
    expect(verdictOf(after(load(1.6), load(1.6), load(1.6), load(1.6)), null)).toBe('slow');
  });

  it('is not detected for one delay', () => {
    expect(verdictOf(after(load(0.2), load(2.5), load(0.2), load(0.2)), null)).not.toBe('slow');
  });

  it('is over after several segments with time to spare', () => {
    const slow = after(load(5), load(5), load(0.2), load(0.2));
    expect(verdictOf(slow, null)).toBe('slow');
    expect(verdictOf([load(0.2), load(0.2), load(0.2)].reduce(withLoad, slow), null)).not.toBe('slow');
    expect(verdictOf(after(load(0.2), load(0.2), load(0.2)), null)).toBe('fluent');
    expect(verdictOf(after(load(0.2), load(0.2)), null)).toBeNull();
    expect(verdictOf(after(load(0.9), load(0.9), load(0.9), load(0.9)), null)).toBeNull();
  });

  it('is not detected once a segment arrives in time after an interruption', () => {
    expect(verdictOf(after(load(0.1), load(20)), null)).toBe('slow');
    expect(verdictOf(after(load(0.1), load(20), load(0.2)), null)).toBe('fluent');
    expect(verdictOf(after(load(20), load(0.2), load(20)), null)).toBe('slow');
    expect(verdictOf(after(load(20), load(0.9)), null)).toBe('slow');
    expect(verdictOf(after(load(20), load(0.2)), load(20))).toBe('slow');
  });

  it('is measured by how long its segments play', () => {
    expect(verdictOf(after(load(5, 6), load(4, 6), load(4, 6)), null)).toBeNull();
    expect(verdictOf(after(load(8.5, 6)), null)).toBe('slow');
  });
});

describe('a loading segment', () => {
  /** Of 1 s and 2 Mbit/s, beside one of 400 kbit/s, after a time over a bandwidth. */
  const isLeft = (bitsPerSecond: number, { tookS = 0.6, aheadS = 1 } = {}) =>
    isWorthAbandoning({
      tookS,
      loadedBytes: (bitsPerSecond * tookS) / 8,
      totalBytes: 250_000,
      playsS: 1,
      aheadS,
      smallerShare: 0.2,
    });

  it('is replaced by the smaller one when the buffer would run dry', () => {
    expect([isLeft(1_000_000), isLeft(200_000)]).toEqual([true, true]);
    expect(isLeft(1_000_000, { aheadS: 2 })).toBe(false);
  });

  it('is kept while nothing arrives at all', () => {
    expect(isLeft(0)).toBe(false);
  });

  it('is kept when the smaller one would not arrive much sooner', () => {
    expect(isLeft(2_500_000, { aheadS: 0.1 })).toBe(false);
    expect(isLeft(1_000_000, { tookS: 1.8, aheadS: 0 })).toBe(false);
  });

  it('is not judged by its beginning', () => {
    expect(isLeft(200_000, { tookS: 0.4 })).toBe(false);
  });
});

describe('the speed of the page’s files', () => {
  const file = (transferSize: number, tookMs: number) => ({
    transferSize,
    responseStart: 100,
    responseEnd: 100 + tookMs,
  });

  it('is that of the fastest large one, as they share the connection', () => {
    expect(carriedBitsPerSecond([file(100_000, 800), file(50_000, 800)])).toBe(1_000_000);
  });

  it('is unknown without a large one from the network', () => {
    expect(carriedBitsPerSecond([file(2000, 1), file(0, 0)])).toBeUndefined();
  });

  it('is that of the newest files only', () => {
    const slow = Array.from({ length: 8 }, () => file(100_000, 8000));
    expect(carriedBitsPerSecond([file(100_000, 1), ...slow])).toBe(100_000);
  });
});

describe('the audio-only rendition', () => {
  const picture = {
    url: 'picture',
    bitrate: 2_000_000,
    width: 1280,
    audioCodec: 'mp4a.40.2',
    videoCodec: 'avc1',
  };
  const sound = { url: 'sound', bitrate: 80_000, audioCodec: 'mp4a.40.2' };

  it('is the smallest one with audio codecs only', () => {
    expect(soundAlone([{ ...sound, url: 'better', bitrate: 160_000 }, picture, sound])).toBe('sound');
  });

  it.each([
    ['all have a picture', [picture]],
    ['a picture is recognised by its size', [picture, { ...sound, width: 640 }]],
    ['its content is unknown', [picture, { url: 'plain', bitrate: 80_000 }]],
    ['it is all that there is', [sound]],
  ])('is not offered when %s', (_, variants) => {
    expect(soundAlone(variants)).toBeNull();
  });
});

describe('a video begins with at most', () => {
  const wide = [
    [640, 360],
    [1280, 720],
    [1920, 1080],
  ] as const;
  const tall = [
    [202, 360],
    [404, 720],
    [608, 1080],
  ] as const;

  it.each([
    ['360p on a phone', 1, wide, 0],
    ['720p on a phone with two pixels for each of CSS', 2, wide, 1],
    ['all there is on a phone with more pixels than that', 6, wide, 2],
    ['720p of an upright picture', 1, tall, 1],
  ])('%s', (_, ratio, sizes, at) => {
    vi.stubGlobal('devicePixelRatio', ratio);
    onTestFinished(() => void vi.unstubAllGlobals());
    const levels = sizes.map(([width, height]) => ({ width, height })) as Hls['levels'];
    const element = { clientWidth: 390, clientHeight: 219 };
    expect(neededLevel({ levels, config: Hls.DefaultConfig }, element)).toBe(at);
  });
});

describe('the connection monitor', () => {
  afterEach(() => void vi.useRealTimers());

  /** As much of hls.js as is asked. */
  function fakeHls() {
    const listeners = new Map<string, (event: string, data: object) => void>();
    const hls = {
      autoLevelEnabled: true,
      minAutoLevel: 0,
      loadingEnabled: true,
      on: (event: string, listener: (event: string, data: object) => void) => listeners.set(event, listener),
    };
    const begin = (level = 0) => {
      const stats = { aborted: false, loading: { first: performance.now(), end: 0 } };
      listeners.get(Events.FRAG_LOADING)?.('', { frag: { level, duration: 1, stats } });
      return stats;
    };
    const fail = (details: string) => listeners.get(Events.ERROR)?.('', { details });
    return { hls, begin, fail };
  }

  const said = (prepare: (fake: ReturnType<typeof fakeHls>) => void): string[] => {
    vi.useFakeTimers();
    // At 0 nothing has begun.
    vi.advanceTimersByTime(1000);
    const words: string[] = [];
    const fake = fakeHls();
    const stop = watchConnection(fake.hls as unknown as Hls, (word) => words.push(word));
    prepare(fake);
    vi.advanceTimersByTime(10_000);
    stop();
    return words;
  };

  it('reports once that a segment does not arrive', () => {
    expect(said(({ begin }) => begin())).toEqual(['slow']);
  });

  it('ignores a paused viewer and an aborted segment', () => {
    expect(
      said(({ hls, begin }) => {
        begin();
        hls.loadingEnabled = false;
      }),
    ).toEqual([]);
    expect(said(({ begin }) => (begin().aborted = true))).toEqual([]);
  });

  it('ignores a segment that failed', () => {
    expect(
      said(({ begin, fail }) => {
        begin();
        fail('fragLoadError');
      }),
    ).toEqual([]);
  });

  it('ignores a rendition that hls.js will leave, unless the viewer chose it', () => {
    expect(said(({ begin }) => begin(2))).toEqual([]);
    expect(
      said(({ hls, begin }) => {
        hls.autoLevelEnabled = false;
        begin(2);
      }),
    ).toEqual(['slow']);
  });
});
