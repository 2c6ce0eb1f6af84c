import type { Video } from '#shared/videos/videos.ts';
import type { Uploader } from './site.ts';
import { upload } from './upload.ts';

const POLL_INTERVAL_MS = 50;
const MAX_WAIT_MS = 10 * 60_000;

/** Durations since the call of `POST /videos/publish`. */
export interface Publishing {
  /** Until the API's status was `ready`. */
  readonly readyMs: number;
  /** Until the playlist and first segment of the smallest rendition were also fetched. */
  readonly playableMs: number;
}

/** Uploads a file, publishes it, and waits until it can be played. Throws when it fails. */
export async function publish(uploader: Uploader, path: string): Promise<Publishing> {
  const { video_url } = await upload(uploader.person, path);
  const facts = { video_url, title: 'Bench', category: 'Tower Fans' };
  const startedAtMs = performance.now();
  const { id } = (await uploader.person.call('POST', '/videos/publish', facts)) as Video;
  const playlist = await untilReady(uploader, id, startedAtMs + MAX_WAIT_MS);
  const readyMs = performance.now() - startedAtMs;
  await readFirstSegment(uploader.url, playlist);
  return { readyMs, playableMs: performance.now() - startedAtMs };
}

async function untilReady({ person }: Uploader, id: string, untilMs: number): Promise<string> {
  for (;;) {
    const { status, playback_url, reason } = (await person.call('GET', `/videos/${id}`)) as Video;
    if (status === 'ready' && playback_url) return playback_url;
    if (status === 'failed') throw new Error(`The video failed: ${reason}`);
    if (performance.now() > untilMs) throw new Error('The video takes too long');
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}

async function readFirstSegment(url: string, playlist: string): Promise<void> {
  const rendition = await firstAddress(url, playlist);
  await readText(url, await firstAddress(url, rendition));
}

async function firstAddress(url: string, playlist: string): Promise<string> {
  const text = await readText(url, playlist);
  const address = /^[^#\s].*$/m.exec(text)?.[0];
  if (!address) throw new Error(`${playlist} lists nothing:\n${text}`);
  return new URL(address, new URL(playlist, url)).pathname;
}

async function readText(url: string, path: string): Promise<string> {
  const response = await fetch(new URL(path, url));
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
  return response.text();
}
