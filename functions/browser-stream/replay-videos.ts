import { DomainError } from '#functions/base/errors.ts';
import { type DiscardedFiles, recordedParts, type Replay } from '#functions/videos/index.ts';
import {
  broadcastFilesPrefix,
  type Broadcast,
  type ReplayFacts,
  type SegmentRendition,
} from './broadcast.ts';
import type { BroadcastsRepository } from './table/broadcasts.repository.ts';

export interface ReplayFilms extends Pick<Replay, 'channelId' | 'playbackUrl' | 'durationS'> {
  readonly videoId: string;
  readonly inputs: readonly string[];
  readonly filesPrefix: string;
  readonly picture: NonNullable<SegmentRendition['picture']>;
}

export interface ReplayVideos {
  /** Publishes the one video of the broadcast; `null` if its owner has deleted it. Throws `not_found`. */
  publish(replay: Replay): Promise<{ readonly id: string } | null>;
  exists(videoId: string): Promise<boolean>;
  /** Starts the transcoding, whose renditions replace the recording when they are ready. */
  improve(films: ReplayFilms): Promise<void>;
  discard(files: DiscardedFiles): Promise<void>;
  /** The WebVTT file of the seek bar's pictures. */
  storyboard(board: {
    readonly pictures: readonly { readonly name: string; readonly atS: number }[];
    readonly durationS: number;
  }): string;
}

/** The files and content of a replay; names are relative to the broadcast's folder. */
interface ReplayVideoFiles {
  readonly playlist: string;
  readonly durationS: number;
  readonly poster: string | undefined;
  readonly storyboard?: string;
  readonly curve?: string | undefined;
  readonly captions?: Replay['captions'] | undefined;
  /** The segments in order, in ms of the broadcast's clock. */
  readonly segments: readonly { readonly startMs: number; readonly endMs: number }[];
}

/** Late chunks and segments arrive one after another: after this time without one, all have arrived. */
export const QUIET_MS = 20_000;

/** Ends a broadcast without a replay, and deletes its files. */
export async function discardRecording(
  {
    broadcasts,
    videos,
  }: { readonly broadcasts: BroadcastsRepository; readonly videos: Pick<ReplayVideos, 'discard'> },
  broadcast: Broadcast,
  facts: ReplayFacts,
): Promise<void> {
  const { id: streamId, channelId } = broadcast;
  await videos.discard({ channelId, streamId, filesPrefix: broadcastFilesPrefix(broadcast) });
  await broadcasts.finish(broadcast, facts);
}

export async function publishReplayVideo(
  videos: Pick<ReplayVideos, 'publish'>,
  { channelId, id: streamId, title, category, tags, startedAtMs }: Broadcast,
  { playlist, durationS, poster, storyboard, curve, captions, segments }: ReplayVideoFiles,
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
      ...(captions && { captions }),
      filesPrefixes: [filesPrefix],
    });
    return video?.id;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}
