/** The channel's videos, as far as replays are concerned. */
import type { DiscardedFiles, Replay } from '../../channels/replay.ts';
import type { SegmentRendition } from '../broadcast.ts';

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

/** Whether a channel's broadcasts become replays, as it was said last: from the camera or through software. */
export interface KeptReplays {
  find(channelId: string): Promise<boolean>;
  save(channelId: string, keepsReplay: boolean): Promise<void>;
}
