import type { Channel } from '../../../../shared/channels/streamers.ts';

/** So often is the picture of a live stream looked at anew. */
export const LIVE_PICTURE_MS = 30_000;

/** The pictures of a channel, the one to be shown first in front; the drawn fan stands behind them all. */
export function thumbnailSources(
  { is_live, live_thumbnail_url, thumbnail_url }: Channel,
  nowMs: number,
): string[] {
  // A picture is replaced under its address: browsers fetch it again where the address differs.
  const live = `${live_thumbnail_url}?at=${Math.floor(nowMs / LIVE_PICTURE_MS)}`;
  return [...(is_live && live_thumbnail_url ? [live] : []), ...(thumbnail_url ? [thumbnail_url] : [])];
}
