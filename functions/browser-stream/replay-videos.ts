import { DomainError } from '../base/errors.ts';
import { recordedParts } from '../channels/recorded-parts.ts';
import { broadcastFilesPrefix, type Broadcast } from './broadcast.ts';
import type { ReplayVideos } from './ports/videos.ts';

/** What a replay shows, by the names of files in the broadcast's folder. */
export interface ReplayNames {
  readonly playlist: string;
  readonly durationS: number;
  readonly poster: string | undefined;
  readonly storyboard?: string;
  readonly curve?: string | undefined;
  /** What is shown, in order; in ms of the broadcast. */
  readonly segments: readonly { readonly startMs: number; readonly endMs: number }[];
}

/** Shows these files as the channel's video of a broadcast; answers its id. Nothing where the channel is gone, or its owner has deleted the video. */
export async function showReplay(
  videos: Pick<ReplayVideos, 'publish'>,
  { channelId, id: streamId, title, category, tags, startedAtMs }: Broadcast,
  { playlist, durationS, poster, storyboard, curve, segments }: ReplayNames,
): Promise<string | undefined> {
  const filesPrefix = broadcastFilesPrefix({ channelId, id: streamId });
  try {
    const video = await videos.publish({
      channelId,
      streamId,
      title,
      category,
      tags,
      description: '',
      startedAt: new Date(startedAtMs).toISOString(),
      durationS,
      recorded: recordedParts(
        segments.map(({ startMs, endMs }) => ({ atMs: startedAtMs + startMs, lengthMs: endMs - startMs })),
      ),
      playbackUrl: `/${filesPrefix}${playlist}`,
      thumbnailUrl: poster ? `/${filesPrefix}${poster}` : null,
      ...(storyboard !== undefined && { storyboardUrl: `/${filesPrefix}${storyboard}` }),
      ...(curve !== undefined && { curveUrl: `/${filesPrefix}${curve}` }),
      filesPrefixes: [filesPrefix],
    });
    return video?.id;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}
