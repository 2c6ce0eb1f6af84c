/** Listeners on the video element, which outlives a playback. */
import type { Hls } from 'hls.js/light';
import { afterEach, expect, it, vi } from 'vitest';
import { mediaRecovery } from '#web/features/player/engine/hls/hls-recovery.ts';
import type { Reports } from '#web/features/player/engine/playback.types.ts';
import { attachRewoundNatively } from '#web/features/player/engine/rewind/native-rewind.ts';
import type { RewindPages } from '#web/features/player/engine/rewind/rewind-pages.ts';

afterEach(() => vi.unstubAllGlobals());

const aVideo = () =>
  Object.assign(new EventTarget(), {
    play: vi.fn<() => Promise<void>>(async () => {}),
    currentTime: 0,
    error: null,
  }) as unknown as HTMLVideoElement & EventTarget;

const REPORTS: Reports = { report: () => {}, onSteering: () => {} };

it('a past that cannot be loaded leaves the end of the next playback alone', async () => {
  const video = aVideo();
  const pages = {
    url: '/rewind',
    numberAt: async () => 1,
    page: async () => {
      throw new Error('There is no page');
    },
  } as unknown as RewindPages;
  const { signal } = new AbortController();
  const past = { video, url: '/live/main.m3u8', pages, atMs: 0, signal } as never;
  await expect(attachRewoundNatively(past, REPORTS)).rejects.toThrow('There is no page');
  const ended = vi.fn<() => void>();
  video.addEventListener('ended', ended);
  video.dispatchEvent(new Event('ended'));
  expect(ended).toHaveBeenCalledOnce();
});

it('a past that was left while it loaded leaves the next playback alone', async () => {
  const video = Object.assign(aVideo(), { load: vi.fn<() => void>(), removeAttribute: vi.fn<() => void>() });
  const left = new AbortController();
  const pages = {
    url: '/rewind',
    numberAt: async () => 1,
    page: async () => {
      left.abort();
      return { segments: [{ dateMs: 0, durationS: 2 }] };
    },
  } as unknown as RewindPages;
  const onSteering = vi.fn<() => void>();
  const past = { video, url: '/live/main.m3u8', pages, atMs: 0, signal: left.signal } as never;
  const detach = await attachRewoundNatively(past, { ...REPORTS, onSteering });
  detach();
  expect(video.load).not.toHaveBeenCalled();
  expect(onSteering).not.toHaveBeenCalled();
  const ended = vi.fn<() => void>();
  video.addEventListener('ended', ended);
  video.dispatchEvent(new Event('ended'));
  expect(ended).toHaveBeenCalledOnce();
});

function anHls(media: HTMLVideoElement) {
  const handlers = new Map<string, (...values: unknown[]) => void>();
  const hls = {
    media,
    config: {},
    once: (event: string, act: () => void) => handlers.set(event, act),
    recoverMediaError: () => {},
    startLoad: () => {},
  } as unknown as Hls;
  return { hls, emit: (event: string) => handlers.get(event)?.(event, { media }) };
}

it('a recovery that was destroyed does not start the next playback', () => {
  vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 });
  const video = aVideo();
  const { hls, emit } = anHls(video);
  const recover = mediaRecovery(hls, () => {});
  emit('hlsMediaAttached');
  recover();
  emit('hlsDestroying');
  video.dispatchEvent(new Event('loadedmetadata'));
  expect(video.play).not.toHaveBeenCalled();
});

it('a video that is paused while it recovers stays paused', () => {
  vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 });
  const video = aVideo();
  const { hls, emit } = anHls(video);
  const recover = mediaRecovery(hls, () => {});
  emit('hlsMediaAttached');
  recover();
  video.dispatchEvent(new Event('pause'));
  video.dispatchEvent(new Event('loadedmetadata'));
  expect(video.play).not.toHaveBeenCalled();
});
