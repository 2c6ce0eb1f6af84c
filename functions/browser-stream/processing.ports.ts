/** What turns the chunks of broadcasts from the camera into what viewers get. */
import type { DiscardedFiles, Replay } from '../channels/replay.ts';
import type { BroadcastsRepository, ChunkFiles, WindowFiles, WindowTranscoder } from './ports.ts';

/** The channel's videos, as far as replays are concerned. */
export interface ReplayVideos {
  /** The one video of the broadcast, which shows these files from now on; `null` where its owner has deleted it. Throws `not_found`. */
  publish(replay: Replay): Promise<{ readonly id: string } | null>;
  exists(videoId: string): Promise<boolean>;
  /** Deletes a broadcast's files, once those who watched it have seen its end. */
  discard(files: DiscardedFiles): Promise<void>;
  /** The WebVTT file of the seek bar's pictures, which are files beside it. */
  storyboard(board: {
    readonly pictures: readonly { readonly name: string; readonly atS: number }[];
    readonly durationS: number;
  }): string;
}

export interface ProcessingPorts {
  readonly broadcasts: BroadcastsRepository;
  readonly chunks: ChunkFiles;
  readonly windows: WindowFiles;
  readonly transcoder: WindowTranscoder;
  readonly videos: ReplayVideos;
  readonly stage: StageLoad;
  readonly clock: () => number;
  /** Told of failures that nobody else hears of. */
  readonly report: (step: string, error: unknown) => void;
}

export interface StageLoad {
  /** The least length of windows. */
  readonly windowMs: number;
  /** What the account may create. */
  readonly jobsPerSecond: number;
}
