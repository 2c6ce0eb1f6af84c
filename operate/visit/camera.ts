import { setTimeout as sleep } from 'node:timers/promises';
import { renew } from '#demo/bearer.ts';
import { REPLAY_MIN_MS } from '#shared/limits.ts';
import { during, GAME, TITLE, watchLive, type SeenLive } from './live.ts';
import { until } from './until.ts';
import { watch } from './watch.ts';
import type { Visitor } from './visitor.ts';

const SEGMENT_MS = 1000;
const ATTEMPTS = 5;
const REPLAY_WITHIN_S = 180;
/** Shorter broadcasts get no replay. */
const MIN_SEGMENTS = REPLAY_MIN_MS / SEGMENT_MS + 1;

export interface Broadcast extends SeenLive {
  readonly streamId: string;
}

/**
 * Goes live with the camera's API, a one-second segment each second (`docs/live-by-api.md`), is watched, and ends.
 * Throws the API's errors, or if the segments ran out before a viewer could watch.
 */
export async function liveByCamera(
  visitor: Visitor,
  segments: readonly Buffer[],
  signal: AbortSignal,
): Promise<Broadcast> {
  const { api } = visitor;
  const { stream_id } = await api.call('POST /browser-stream/start', {
    body: { title: TITLE, category: GAME, keep_replay: true, way: 'direct' },
  });
  const over = new AbortController();
  let stored = 0;
  const send = async (): Promise<void> => {
    const startedMs = performance.now();
    for (const [seq, segment] of segments.entries()) {
      const waitMs = Math.max(0, startedMs + (seq + 1) * SEGMENT_MS - performance.now());
      await sleep(waitMs, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      await put(visitor, `browser-stream/${stream_id}/segments/${seq}`, segment);
      stored += 1;
    }
  };
  const ended = send();
  const words = () => `Nobody could watch within the ${segments.length} s that were sent`;
  const act = async (whileSent: AbortSignal): Promise<SeenLive> => {
    const seen = await watchLive(visitor, whileSent);
    const enough = { withinS: MIN_SEGMENTS * ATTEMPTS, signal: whileSent };
    await until('enough for a replay', enough, async () => stored >= MIN_SEGMENTS);
    return seen;
  };
  try {
    const seen = await during(act, { ended, words }, signal);
    return { ...seen, streamId: stream_id };
  } finally {
    over.abort();
    await ended.catch(() => {});
    const params = { stream_id };
    await api.call('POST /browser-stream/stop/{stream_id}', { params, body: { chunk_count: stored } });
  }
}

/** Retries network failures, and renews an expired token. */
async function put({ siteUrl, bearer }: Visitor, path: string, body: Buffer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { token } = bearer;
    const headers = { 'content-type': 'video/mp4', authorization: `Bearer ${token}` };
    const request = { method: 'PUT', headers, body: new Uint8Array(body) };
    const response = await fetch(`${siteUrl}/api/${path}`, request).catch(() => null);
    if (response?.ok) return void (await response.body?.cancel());
    if (response?.status === 401) await renew(bearer, token, siteUrl);
    else if (response && response.status < 500) throw new Error(`${path}: ${await response.text()}`);
    if (attempt === ATTEMPTS) throw new Error(`${path}: ${response?.status ?? 'no answer'}`);
    await sleep(SEGMENT_MS);
  }
}

/** Watches the replay of a broadcast. Returns after how many seconds it was available. */
export async function watchReplay(visitor: Visitor, streamId: string, signal: AbortSignal): Promise<number> {
  const { api, siteUrl } = visitor;
  const startedMs = performance.now();
  await until('a replay', { withinS: REPLAY_WITHIN_S, signal }, async () => {
    const params = { stream_id: streamId };
    const { video_id } = await api.call('GET /browser-stream/{stream_id}', { params });
    if (video_id === null) return null;
    const { playback_url } = await api.call('GET /videos/{id}', { params: { id: video_id } });
    return playback_url && watch(new URL(playback_url, siteUrl).href);
  });
  return (performance.now() - startedMs) / 1000;
}
