import { until } from './until.ts';
import type { Visitor } from './visitor.ts';
import { watch, type Watched } from './watch.ts';

/** Title of the visitor's broadcast. */
export const TITLE = 'A test of this site';
export const GAME = 'Table Fans';

const WATCHED_WITHIN_S = 90;

export interface SeenLive extends Watched {
  /** From the call until a picture was decoded. */
  readonly afterS: number;
}

/** Watches a visitor's channel as soon as it is live, at the address in its page. */
export async function watchLive({ api, siteUrl, username }: Visitor, signal: AbortSignal): Promise<SeenLive> {
  const startedMs = performance.now();
  const watched = await until('a live picture', { withinS: WATCHED_WITHIN_S, signal }, async () => {
    const channel = await api.call('GET /streamers/{username}', { params: { username } });
    return channel.ingest === 'receiving' && watch(new URL(channel.video_url, siteUrl).href);
  });
  return { ...watched, afterS: (performance.now() - startedMs) / 1000 };
}

/**
 * Runs `act` during `other`, which must last longer. Throws the error of `other`, or `words` if it ends early. The
 * signal ends both, and both have ended when this returns.
 */
export async function during<T>(
  act: (signal: AbortSignal) => Promise<T>,
  other: { readonly ended: Promise<void>; readonly words: () => string },
  signal: AbortSignal,
): Promise<T> {
  const over = new AbortController();
  const endedEarly = other.ended.then(() => {
    throw new Error(other.words());
  });
  const acting = act(AbortSignal.any([signal, over.signal]));
  try {
    return await Promise.race([acting, endedEarly]);
  } finally {
    over.abort();
    endedEarly.catch(() => {});
    await acting.catch(() => {});
  }
}
