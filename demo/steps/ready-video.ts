import { setTimeout as sleep } from 'node:timers/promises';
import { PAGE_LIMIT_MAX } from '#shared/limits.ts';
import type { Video } from '#shared/videos/videos.ts';
import type { Person } from './people.ts';

const POLL_INTERVAL_MS = 1000;
const READY_WITHIN_MS = 120_000;

/** Waits until the site has processed a newly published video. */
export async function readyVideo({ api, id }: Person, title: string, signal: AbortSignal): Promise<Video> {
  const untilMs = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const videos = await api.call('GET /videos', { query: { channel: id, limit: PAGE_LIMIT_MAX } });
    const video = videos.find((one) => one.title === title);
    if (video?.status === 'ready') return video;
    if (video?.status !== 'processing' || Date.now() > untilMs) throw new Error('its video is not ready');
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}
