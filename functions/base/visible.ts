import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';

/** Finds public channels and videos by their ids, and omits others. Eventually consistent. */
export type FindVisible = (
  channelIds: readonly string[],
  videoIds: readonly string[],
) => Promise<{
  readonly channels: ReadonlyMap<string, Channel>;
  readonly videos: ReadonlyMap<string, Video>;
}>;
