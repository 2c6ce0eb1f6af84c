import type { Hls } from 'hls.js/light';
import { describe, expect, it } from 'vitest';
import { steerLive } from '#web/features/player/engine/hls/hls-steering.ts';

/** A player whose live place is at 100 s, with 70 s to 103 s in its buffer. */
function aPlayer(currentTime = 100, fragmentStart = 60, fragments: readonly object[] = []) {
  const hls = {
    config: { maxLiveSyncPlaybackRate: 1.1, liveMaxLatencyDuration: 12 },
    liveSyncPosition: 100,
    latency: 103 - currentTime,
    targetLatency: 3,
    latestLevelDetails: { fragmentStart, edge: 103, fragments },
    levels: [],
    on: () => undefined,
    loadLevel: 0,
  };
  const video = {
    currentTime,
    buffered: { length: 1, start: () => 70, end: () => 103 },
  };
  const steering = steerLive(hls as unknown as Hls, video as unknown as HTMLVideoElement);
  const live = steering.live;
  if (!live) throw new Error('A live stream has a live steering');
  return { hls, video, steering, live };
}

describe('a live stream', () => {
  it('knows the delay behind the live position', () => {
    expect(aPlayer(100).live.behindS()).toBe(0);
    expect(aPlayer(80).live.behindS()).toBe(20);
    expect(aPlayer(102).live.behindS()).toBe(0);
  });

  it('knows the delay by the clock across a gap', () => {
    const aSegment = (start: number, dateS: number | null) => ({
      start,
      end: start + 10,
      programDateTime: dateS === null ? null : dateS * 1000,
    });
    // 20 s are missing before 90 s.
    const segments = [aSegment(70, 1070), aSegment(80, 1080), aSegment(90, 1110)];
    expect(aPlayer(75, 60, segments).live.behindS()).toBe(25 + 20);
    expect(aPlayer(95, 60, segments).live.behindS()).toBe(5);
    const undated = segments.map(({ start }) => aSegment(start, null));
    expect(aPlayer(75, 60, undated).live.behindS()).toBe(25);
  });

  it('knows how much of the playlist is left', () => {
    expect([aPlayer(100), aPlayer(103), aPlayer(104)].map(({ live }) => live.aheadS())).toEqual([3, 0, 0]);
  });

  it('stays behind at normal speed after going back', () => {
    const { hls, video, live } = aPlayer();
    live.seekBy(-10);
    expect(video.currentTime).toBe(90);
    expect(hls.config).toEqual({
      maxLiveSyncPlaybackRate: 1,
      liveMaxLatencyDuration: Number.POSITIVE_INFINITY,
    });
  });

  it('goes to a date within its buffer, and reports one that it does not have', () => {
    const dated = Array.from({ length: 5 }, (_, index) => ({
      start: 60 + index * 10,
      end: 70 + index * 10,
      duration: 10,
      programDateTime: (1060 + index * 10) * 1000,
    }));
    const { hls, video, live } = aPlayer(100, 60, dated);
    expect([1050, 1065].map((second) => live.seekTo(second * 1000))).toEqual([false, false]);
    expect([live.seekTo(1_085_000), video.currentTime]).toEqual([true, 85]);
    expect(hls.config.maxLiveSyncPlaybackRate).toBe(1);
    expect([live.seekTo(1_099_500), video.currentTime]).toEqual([true, 100]);
    expect(hls.config.maxLiveSyncPlaybackRate).toBe(1.1);
  });

  it('goes back within its buffer only', () => {
    const { video, live } = aPlayer();
    live.seekBy(-1000);
    expect(video.currentTime).toBe(70);
  });

  it('goes back within its playlist only', () => {
    const { video, live } = aPlayer(100, 85);
    live.seekBy(-1000);
    expect(video.currentTime).toBe(86);
  });

  it('returns to live by seeking forward or by its button', () => {
    for (const goOn of ['seek', 'button']) {
      const { hls, video, live } = aPlayer();
      live.seekBy(-10);
      if (goOn === 'seek') live.seekBy(30);
      else live.goLive();
      expect(video.currentTime, goOn).toBe(100);
      expect(hls.config).toEqual({ maxLiveSyncPlaybackRate: 1.1, liveMaxLatencyDuration: 12 });
    }
  });

  it('switches to the chosen rendition, and back to automatic', () => {
    const { hls, steering } = aPlayer();
    steering.choose(2);
    expect([hls.loadLevel, steering.qualities().chosen]).toEqual([2, 2]);
    steering.choose(null);
    expect([hls.loadLevel, steering.qualities().chosen]).toEqual([-1, null]);
  });
});
