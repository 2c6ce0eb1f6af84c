/** Who needs what of the roles in `ports/`. */
import type { Costs } from '../costs/ports.ts';
import type { Budgets } from '../limits/ports.ts';
import type { Measure } from '../metrics/metrics.ts';
import type {
  BroadcastReads,
  BroadcastLife,
  BroadcastDisplay,
  BroadcastUpkeep,
  Slots,
  ChunkRows,
  ChunkNames,
  SegmentReads,
  SegmentRows,
} from './ports/broadcasts.ts';
import type {
  WindowClaims,
  WindowJobRows,
  WindowRows,
  FilmRows,
  WindowTranscoder,
  StageLoad,
  StageLimits,
} from './ports/work.ts';
import type { ChunkFiles, WindowFiles, SegmentFiles, PublishedFiles, FilmFiles } from './ports/files.ts';
import type { ReplayVideos, KeptReplays } from './ports/videos.ts';

/** What the routes need of the table. */
export type IntakeRows = BroadcastReads &
  BroadcastLife &
  BroadcastDisplay &
  Slots &
  ChunkRows &
  SegmentRows &
  Pick<BroadcastUpkeep, 'finish'>;

/** What turning chunks into what viewers get needs of it. */
export type ProcessingRows = BroadcastReads &
  Pick<BroadcastLife, 'end'> &
  Slots &
  BroadcastDisplay &
  BroadcastUpkeep &
  ChunkRows &
  SegmentRows &
  FilmRows &
  WindowClaims &
  WindowJobRows &
  WindowRows;

export interface ProcessingPorts {
  readonly broadcasts: ProcessingRows;
  readonly chunks: ChunkFiles;
  readonly windows: WindowFiles;
  readonly published: PublishedFiles;
  readonly films: FilmFiles;
  readonly transcoder: WindowTranscoder;
  readonly videos: ReplayVideos;
  readonly stage: StageLoad;
  readonly budgets: Pick<Budgets, 'note'>;
  readonly costs: Pick<Costs, 'note'>;
  readonly clock: () => number;
  /** Told of failures that nobody else hears of. */
  readonly report: (step: string, error: unknown) => void;
  readonly measure: Measure;
}

export interface IntakePorts {
  readonly broadcasts: IntakeRows;
  readonly chunks: ChunkFiles;
  readonly chunkNames: ChunkNames;
  readonly segments: SegmentFiles;
  readonly published: PublishedFiles;
  readonly videos: Pick<ReplayVideos, 'publish'>;
  /** Told of failures that nobody else hears of. */
  readonly report: (step: string, error: unknown) => void;
  readonly keptReplays: KeptReplays;
  readonly stage: StageLimits;
  readonly budgets: Pick<Budgets, 'require'>;
  readonly costs: Pick<Costs, 'note' | 'require' | 'shown'>;
  readonly newId: () => string;
  readonly clock: () => number;
}

export interface LivePlaylistPorts {
  /** May be a moment old. */
  readonly broadcasts: BroadcastReads & SegmentReads;
  readonly clock: () => number;
}
