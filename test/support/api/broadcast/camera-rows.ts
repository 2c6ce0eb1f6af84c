import { ulid } from 'ulid';
import type { Broadcast, WindowJob } from '#functions/browser-stream/broadcast.ts';
import { liveWindowId } from '#functions/browser-stream/broadcast.ts';
import type { PlaylistSegment } from '#functions/browser-stream/window-playlist.ts';
import { EMPTY_TIMELINE } from '#functions/browser-stream/media/compatible/timeline.ts';

export const MANY_SLOTS = 1000;

export const aBroadcast = (channelId: string, change: Partial<Broadcast> = {}): Broadcast => ({
  id: ulid(),
  channelId,
  title: 'My ceiling fan',
  category: 'Ceiling Fans',
  tags: ['quiet'],
  way: 'compatible',
  keepsReplay: true,
  state: 'live',
  startedAtMs: Date.now(),
  targetDurationS: 4,
  windowMs: 2000,
  ...change,
});

/** Jobs of windows of two seconds each, from window `from` on. */
export const jobsOf = (count: number, from = 0): WindowJob[] =>
  Array.from({ length: count }, (_, index) => {
    const number = from + index;
    return {
      id: liveWindowId(number),
      window: {
        number,
        startMs: number * 2000,
        endMs: number * 2000 + 2000,
        closedBy: 'keyframe',
        from: EMPTY_TIMELINE.reader,
        throughSeq: number,
      },
      attempt: 0,
      dueMs: 1000,
    };
  });

export const segmentOf = (number: number): PlaylistSegment => ({
  uri: `${liveWindowId(number)}-1-0.m4s`,
  initUri: 'init-00000000.mp4',
  startMs: number * 2000,
  endMs: number * 2000 + 2000,
});
