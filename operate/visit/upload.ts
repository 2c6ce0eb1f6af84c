import { readFile } from 'node:fs/promises';
import { publishVideo } from '#demo/steps/videos.ts';
import { GAME, TITLE } from './live.ts';
import { until } from './until.ts';
import type { Visitor } from './visitor.ts';
import { watch, type Watched } from './watch.ts';

/** Mostly waiting for other videos in the queue. */
const READY_WITHIN_S = 15 * 60;

export interface PreparedVideo extends Watched {
  /** From the end of the upload until it was watched. */
  readonly afterS: number;
}

/** Uploads an unlisted film, waits until it is ready, and watches it. Throws the site's reason if it fails. */
export async function uploadVideo(
  visitor: Visitor,
  film: string,
  signal: AbortSignal,
): Promise<PreparedVideo> {
  const { api, siteUrl, username } = visitor;
  const details = { username, title: TITLE, category: GAME, description: '', tags: [] } as const;
  const { id } = await publishVideo(api, { ...details, visibility: 'unlisted' }, await readFile(film));
  const startedMs = performance.now();
  const video = await until('the video is ready', { withinS: READY_WITHIN_S, signal }, async () => {
    const now = await api.call('GET /videos/{id}', { params: { id } });
    return now.status !== 'processing' && now;
  });
  if (video.status === 'failed') throw new Error(`The video failed: ${video.reason}`);
  const watched = await watch(new URL(video.playback_url ?? '', siteUrl).href);
  return { ...watched, afterS: (performance.now() - startedMs) / 1000 };
}
