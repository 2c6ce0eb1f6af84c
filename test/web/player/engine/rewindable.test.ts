import { afterEach, expect, it, vi } from 'vitest';
import { attachRewindable } from '#web/features/player/engine/rewind/rewindable.ts';
import { NO_QUALITIES } from '#web/features/player/engine/steering.ts';
import type { LiveSteering, Steering } from '#web/lib/player-stage.ts';

const START_MS = Date.parse('2026-11-28T08:00:00Z');
const HOUR_MS = 3_600_000;

afterEach(() => void vi.unstubAllGlobals());

/** A viewer of a stream that began an hour ago. The past has no media yet. */
function aViewer({ paused }: { readonly paused: boolean }) {
  const play = vi.fn(async () => undefined);
  const video = Object.assign(new EventTarget(), { paused, currentTime: 20, play, autoplay: true });
  const live: LiveSteering = {
    behindS: () => 0,
    aheadS: () => 2,
    playingDate: () => new Date(START_MS + HOUR_MS),
    goLive: () => undefined,
    seekBy: () => undefined,
    seekTo: () => false,
    rewind: null,
  };
  let steering: Steering | null = null;
  const rewind = { url: '/rewind', airedMs: START_MS, position: { ms: null } };
  attachRewindable(
    { url: '/live.m3u8', video: video as unknown as HTMLVideoElement, segmentS: 1, rewind },
    { report: () => undefined, onSteering: (next) => (steering = next) },
    {
      startLive: (reports) => {
        const subscribe = () => () => undefined;
        reports.onSteering({ subscribe, qualities: () => NO_QUALITIES, choose: () => undefined, live });
        return () => undefined;
      },
      now: () => START_MS + HOUR_MS,
    },
  );
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  (steering as Steering | null)?.live?.seekTo(START_MS);
  return { video, play };
}

it('plays the past before there is a picture, so that a gap at its beginning is passed', () => {
  const { video, play } = aViewer({ paused: false });
  expect(play).not.toHaveBeenCalled();
  video.dispatchEvent(new Event('loadedmetadata'));
  expect(play).toHaveBeenCalledOnce();
});

it('leaves the past paused for a viewer who had paused', () => {
  const { video, play } = aViewer({ paused: true });
  for (const event of ['loadedmetadata', 'canplay']) video.dispatchEvent(new Event(event));
  expect(play).not.toHaveBeenCalled();
});
