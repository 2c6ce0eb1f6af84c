import type { Costs } from '../../costs/index.ts';
import type { Budgets } from '../../limits/budgets.ts';
import type { UploadDeps } from '../compatible/chunks/upload.service.ts';
import type { WindowDeps } from '../compatible/deps.ts';
import type { FilmFiles } from '../direct/films/film-files.s3.ts';
import type { PublishedFiles, SegmentFiles } from '../published-files.s3.ts';
import type { ReplayVideos } from '../replay-videos.ts';

/** For the events and the minute tick by which broadcasts are processed. */
export interface ProcessingDeps extends WindowDeps {
  readonly films: FilmFiles;
  readonly videos: ReplayVideos;
  readonly stage: StageLoad;
  readonly budgets: Pick<Budgets, 'note'>;
  readonly costs: Pick<Costs, 'note'>;
}

/** For the requests of streamers. */
export interface IntakeDeps extends UploadDeps {
  readonly segments: SegmentFiles;
  readonly published: PublishedFiles;
  readonly videos: Pick<ReplayVideos, 'publish'>;
  readonly report: (step: string, error: unknown) => void;
  /** Whether a channel's broadcasts become replays, by its owner's latest choice for camera or software. */
  readonly keptReplays: {
    find(channelId: string): Promise<boolean>;
    save(channelId: string, keepsReplay: boolean): Promise<void>;
  };
  readonly stage: UploadDeps['stage'] & StageLoad;
  readonly budgets: Pick<Budgets, 'require'>;
  readonly costs: Pick<Costs, 'note' | 'require' | 'visibleCost'>;
  readonly newId: () => string;
}

interface StageLoad {
  /** The minimum length of a window. */
  readonly windowMs: number;
  readonly jobsPerSecond: number;
}
