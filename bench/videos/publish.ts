import type { Video } from '#shared/videos/videos.ts';
import type { CalledSite } from './site.ts';
import { upload } from './upload.ts';

const POLL_INTERVAL_MS = 50;
const MAX_WAIT_MS = 10 * 60_000;

/** What it took from the call of `POST /videos/publish`. */
export interface Publishing {
  /** Until the API called it `ready`. */
  readonly readyMs: number;
  /** Until playlist and first segment of the least rendition had been read besides. */
  readonly playableMs: number;
}

/** Uploads a file, publishes it, and waits until it can be played. Throws when it fails. */
export async function publish(site: CalledSite, path: string): Promise<Publishing> {
  const { video_url } = await upload(site, path);
  const facts = { video_url, title: 'Bench', category: 'Tower Fans' };
  const startedAtMs = performance.now();
  const { id } = await site.call<Video>('POST', '/videos/publish', facts);
  const playlist = await untilReady(site, id, startedAtMs + MAX_WAIT_MS);
  const readyMs = performance.now() - startedAtMs;
  await readFirstSegment(site, playlist);
  return { readyMs, playableMs: performance.now() - startedAtMs };
}

async function untilReady(site: CalledSite, id: string, untilMs: number): Promise<string> {
  for (;;) {
    const { status, playback_url, reason } = await site.call<Video>('GET', `/videos/${id}`);
    if (status === 'ready' && playback_url) return playback_url;
    if (status === 'failed') throw new Error(`The video failed: ${reason}`);
    if (performance.now() > untilMs) throw new Error('The video takes too long');
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

async function readFirstSegment(site: CalledSite, playlist: string): Promise<void> {
  const rendition = await firstAddress(site, playlist);
  const segment = await firstAddress(site, rendition);
  await site.fetchText(segment);
}

async function firstAddress(site: CalledSite, playlist: string): Promise<string> {
  const text = await site.fetchText(playlist);
  const address = /^[^#\s].*$/m.exec(text)?.[0];
  if (!address) throw new Error(`${playlist} lists nothing:\n${text}`);
  return new URL(address, new URL(playlist, 'http://site')).pathname;
}
