import { DomainError } from '../base/errors.ts';
import { type DiscardedFiles, recordedParts, type Replay } from '../videos/index.ts';
import { broadcastFilesPrefix, type Broadcast, type SegmentRendition } from './broadcast.ts';

/** What a replay's ladder is made of. */
export interface ReplayFilms extends Pick<Replay, 'channelId' | 'playbackUrl' | 'durationS'> {
  readonly videoId: string;
  /** Keys of films in the uploads bucket, in their order. */
  readonly inputs: readonly string[];
  /** The beginning of the keys of what is made. */
  readonly filesPrefix: string;
  /** The largest. */
  readonly picture: NonNullable<SegmentRendition['picture']>;
}

/** The channel's videos, as far as replays are concerned. */
export interface ReplayVideos {
  /** The one video of the broadcast, which shows these files from now on; `null` where its owner has deleted it. Throws `not_found`. */
  publish(replay: Replay): Promise<{ readonly id: string } | null>;
  exists(videoId: string): Promise<boolean>;
  /** Has the ladder made, which takes the place of the recording when it is there. */
  improve(films: ReplayFilms): Promise<void>;
  /** Deletes a broadcast's files, once those who watched it have seen its end. */
  discard(files: DiscardedFiles): Promise<void>;
  /** The WebVTT file of the seek bar's pictures, which are files beside it. */
  storyboard(board: {
    readonly pictures: readonly { readonly name: string; readonly atS: number }[];
    readonly durationS: number;
  }): string;
}

/** What a replay shows, by the names of files in the broadcast's folder. */
export interface ReplayVideoFiles {
  readonly playlist: string;
  readonly durationS: number;
  readonly poster: string | undefined;
  readonly storyboard?: string;
  readonly curve?: string | undefined;
  /** What is shown, in order; in ms of the broadcast. */
  readonly segments: readonly { readonly startMs: number; readonly endMs: number }[];
}

/** Shows these files as the channel's video of a broadcast; answers its id. Nothing where the channel is gone, or its owner has deleted the video. */
export async function publishReplayVideo(
  videos: Pick<ReplayVideos, 'publish'>,
  { channelId, id: streamId, title, category, tags, startedAtMs }: Broadcast,
  { playlist, durationS, poster, storyboard, curve, segments }: ReplayVideoFiles,
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
