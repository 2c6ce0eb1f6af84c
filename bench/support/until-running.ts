import {
  fetchPlaylist,
  type PlaylistOptions,
  type RunningPlaylist,
} from '#web/features/player/engine/playlist.ts';

const JOIN_AFTER_S = 10;
const JOIN_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 250;

interface JoinOptions extends PlaylistOptions {
  /** Length of the playlist at which a viewer joins. @default 10 */
  readonly lengthS?: number;
  /** Called if there is nothing to play. */
  readonly explain?: () => string;
}

/** Waits until a stream has run for a while. Throws with the last response and the result of `explain` on timeout. */
export async function untilRunning(
  url: string,
  { lengthS = JOIN_AFTER_S, explain = () => '', ...options }: JoinOptions = {},
): Promise<RunningPlaylist> {
  const over = AbortSignal.timeout(JOIN_TIMEOUT_MS);
  let last = '';
  while (!over.aborted) {
    const playlist = await fetchPlaylist(url, over, options).catch(() => null);
    if (playlist?.kind === 'running' && playlist.lengthS >= lengthS) return playlist;
    if (playlist) last = JSON.stringify(playlist);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  throw new Error(`Not enough to play at ${url}: ${last}\n${explain()}`);
}
