import { Events, type Hls } from 'hls.js/light';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepPace } from '#web/features/player/engine/hls/hls-pace.ts';
import { type Arrival, delayFor, middleOf, withArrival } from '#web/features/player/engine/live-pace.ts';

const MIN_S = 4.5;
/** Segments of 2 s, one after the other, that come so many seconds after their last frame. */
const arrivalsOf = (latenessS: readonly number[]): Arrival[] =>
  latenessS.map((lateS, index) => ({
    atMs: (2 * index + 2 + lateS) * 1000,
    fromMs: 2000 * index,
    toMs: 2000 * index + 2000,
  }));
const delayOf = (latenessS: readonly number[]) => delayFor(arrivalsOf(latenessS), MIN_S);
const times = (count: number, lateS: number) => Array.from({ length: count }, () => lateS);

describe('the delay behind live', () => {
  it('is minimal at first and for regular segments, however late', () => {
    expect(delayOf([])).toBe(MIN_S);
    expect(delayOf(times(20, 1))).toBe(MIN_S);
    expect(delayOf(times(20, 14))).toBe(MIN_S);
  });

  it('grows with jitter: 8 s for segments of 2 s that are up to 5 s late', () => {
    expect(delayOf(Array.from({ length: 20 }, (_, index) => 8 + (index % 2) * 5))).toBe(2 + 5 + 1);
  });

  it('grows with the segment length', () => {
    const longer = arrivalsOf(times(10, 1)).map((arrival) => ({ ...arrival, fromMs: arrival.fromMs - 4000 }));
    expect(delayFor(longer, MIN_S)).toBe(6 + 1);
  });

  it('ignores one outage, but not lasting load', () => {
    expect(delayOf([...times(10, 1), 21, 19, 9, 3, ...times(10, 1)])).toBe(MIN_S);
    expect(delayOf([...times(12, 1), ...times(8, 6)])).toBe(2 + 5 + 1);
    expect(delayOf([...times(5, 1), 9, ...times(5, 1), 6, ...times(5, 1)])).toBe(2 + 5 + 1);
  });

  it('has a maximum', () => {
    expect(delayOf(Array.from({ length: 20 }, (_, index) => (index % 2) * 60))).toBe(30);
  });

  it('considers the last minute only', () => {
    const [old, recent, now] = [0, 30, 61].map((atS) => ({ atMs: atS * 1000, fromMs: 0, toMs: 2000 }));
    expect(withArrival([old!, recent!], now!)).toEqual([recent, now]);
  });

  it('takes the lower middle value', () => {
    expect([middleOf([3, 1, 2]), middleOf([3, 2]), middleOf([])]).toEqual([2, 2, 0]);
  });
});

describe('a direct broadcast’s segments', () => {
  const DEVICE_LEAST_S = 2;
  /** Of 1 s, each found this long after its last frame. */
  const delayOfFound = (foundAfterS: readonly number[]) =>
    delayFor(
      foundAfterS.map((lateS, index) => ({
        atMs: (index + 1 + lateS) * 1000,
        fromMs: 1000 * index,
        toMs: 1000 * index + 1000,
      })),
      DEVICE_LEAST_S,
    );

  it('are played two behind when each is found at once', () => {
    expect(delayOfFound(times(20, 0.2))).toBe(DEVICE_LEAST_S);
  });

  it('need at most half a second more after an early request', () => {
    const delayS = delayOfFound(Array.from({ length: 20 }, (_, index) => 0.2 + (index % 4) * 0.12));
    expect(delayS).toBeCloseTo(2.36);
  });
});

describe('the hls.js delay control', () => {
  type Listener = (event: string, data: { details: object }) => void;

  /** Published so late, in seconds, one segment of 2 s at a time; `dateS` is the clock at each segment's start. */
  function aBroadcast() {
    let update: Listener | undefined;
    const config: { liveSyncDuration?: number; liveMaxLatencyDuration: number } = {
      liveMaxLatencyDuration: 13.5,
    };
    const hls = {
      config,
      on: (event: string, on: Listener) => event === Events.LEVEL_UPDATED && (update = on),
    };
    const video = { playbackRate: 1.1 };
    keepPace(hls as unknown as Hls, video as HTMLVideoElement);
    const fragments: object[] = [];
    const add = (dateS: number, lateS: number): void => {
      vi.setSystemTime((dateS + 2 + lateS) * 1000);
      const start = fragments.length * 2;
      fragments.push({ sn: fragments.length, start, duration: 2, programDateTime: dateS * 1000 });
      notify();
    };
    const notify = (live = true): void =>
      update?.('', { details: { fragments: [...fragments], endSN: fragments.length - 1, live, age: 0 } });
    return { config, video, add, notify: notify };
  }

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('raises delay and jump threshold for irregular segments', () => {
    const { config, add } = aBroadcast();
    for (let n = 0; n < 20; n += 1) add(100 + 2 * n, n % 2 === 0 ? 1 : 3.5);
    expect(config).toEqual({ liveSyncDuration: 2 + 2.5 + 1, liveMaxLatencyDuration: 14.5 });
  });

  it('ignores gaps', () => {
    const { config, add } = aBroadcast();
    for (let n = 0; n < 10; n += 1) add(100 + 2 * n, 1);
    for (let n = 0; n < 10; n += 1) add(123 + 2 * n, 1);
    expect(config.liveSyncDuration).toBe(4.5);
  });

  it('ignores segments that arrived in a hidden page', () => {
    const { config, add } = aBroadcast();
    for (let n = 0; n < 30; n += 1) add(100 + 2 * n, n % 6 === 5 ? 4.9 : 1);
    const { liveSyncDuration } = config;
    vi.setSystemTime(400_000);
    add(162, 238);
    expect(config.liveSyncDuration).toBe(liveSyncDuration);
  });

  it('keeps a viewer’s chosen delay', () => {
    const { config, add } = aBroadcast();
    config.liveMaxLatencyDuration = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 5; n += 1) add(100 + 2 * n, 1);
    expect(config).toEqual({ liveSyncDuration: 4.5, liveMaxLatencyDuration: Number.POSITIVE_INFINITY });
  });

  it('does not speed up the end', () => {
    const { video, add, notify } = aBroadcast();
    add(100, 1);
    expect(video.playbackRate).toBe(1.1);
    notify(false);
    expect(video.playbackRate).toBe(1);
  });
});
