import type { Costs } from '#functions/costs/index.ts';
import type { Budgets } from '#functions/limits/budgets.ts';
import type { Measure } from '#functions/metrics/metrics.ts';
import type { ChunkFiles, WindowFiles } from './adapters/compatible/files.s3.ts';
import type { WindowTranscoder } from './adapters/compatible/window-transcoder.ts';
import type { FilmFiles } from './adapters/film-files.s3.ts';
import type { PublishedFiles } from './adapters/published-files.s3.ts';
import type { SegmentFiles } from './adapters/segment-files.s3.ts';
import type { ReplayVideos } from './replay-videos.ts';
import type { BroadcastsRepository } from './table/broadcasts.repository.ts';
import type { InterruptionsRepository } from './table/interruptions.repository.ts';
import type { ChunkNamesRepository } from './table/chunks.repository.ts';

interface CommonDeps {
  readonly broadcasts: BroadcastsRepository;
  readonly chunks: ChunkFiles;
  readonly published: PublishedFiles;
  /** In ms since 1970. */
  readonly clock: () => number;
  /** Logs a failure that no caller receives. */
  readonly report: (step: string, error: unknown) => void;
}

export interface WindowDeps extends CommonDeps {
  readonly windows: WindowFiles;
  readonly transcoder: WindowTranscoder;
  readonly measure: Measure;
}

/** For the events and the minute tick by which broadcasts are processed. */
export interface ProcessingDeps extends WindowDeps {
  readonly films: FilmFiles;
  readonly videos: ReplayVideos;
  readonly stage: StageLoad;
  readonly budgets: Pick<Budgets, 'note' | 'take'>;
  readonly costs: Pick<Costs, 'note'>;
}

export interface EndDeps extends CommonDeps {
  readonly videos: Pick<ReplayVideos, 'publish'>;
  readonly budgets: Pick<Budgets, 'note'>;
  readonly costs: Pick<Costs, 'note'>;
}

/** For the requests of streamers. */
export interface IntakeDeps extends EndDeps {
  readonly chunkNames: ChunkNamesRepository;
  readonly interruptions: InterruptionsRepository;
  readonly segments: SegmentFiles;
  /** Whether a channel's broadcasts become replays, by its owner's latest choice for camera or software. */
  readonly keptReplays: {
    find(channelId: string): Promise<boolean>;
    save(channelId: string, keepsReplay: boolean): Promise<void>;
  };
  readonly stage: StageLoad & { readonly maxBroadcasts: number };
  readonly budgets: Pick<Budgets, 'note' | 'require' | 'takeAll'>;
  readonly costs: Pick<Costs, 'note' | 'require' | 'visibleCost'>;
  readonly newId: () => string;
}

interface StageLoad {
  /** The minimum length of a window. */
  readonly windowMs: number;
  readonly jobsPerSecond: number;
}
