import type { Measure } from '../../metrics/metrics.ts';
import type { PublishedFiles } from '../published-files.s3.ts';
import type { BroadcastsRepository } from '../table/broadcasts.repository.ts';
import type { ChunkFiles, WindowFiles } from './files.s3.ts';
import type { WindowTranscoder } from './window-transcoder.ts';

/** What turning chunks into segments needs. */
export interface WindowDeps {
  readonly broadcasts: BroadcastsRepository;
  readonly chunks: ChunkFiles;
  readonly windows: WindowFiles;
  readonly published: PublishedFiles;
  readonly transcoder: WindowTranscoder;
  /** In ms since 1970. */
  readonly clock: () => number;
  /** Logs a failure that no caller receives. */
  readonly report: (step: string, error: unknown) => void;
  readonly measure: Measure;
}
