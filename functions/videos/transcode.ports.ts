import type { MediaFiles } from './media.s3.ts';
import type { Transcoder } from './transcode/transcoder.ts';
import type { UploadFiles } from './uploads/upload-files.ts';
import type { UploadsRepository } from './uploads/uploads.repository.ts';
import type { VideosRepository } from './table/videos.repository.ts';
import type { WorkRepository } from './table/work.repository.ts';

/** What making videos needs. */
export interface TranscodePorts {
  readonly videos: VideosRepository;
  readonly works: WorkRepository;
  readonly uploads: UploadsRepository;
  readonly uploadFiles: UploadFiles;
  readonly mediaFiles: MediaFiles;
  readonly transcoder: Transcoder;
  readonly clock: () => number;
  /** Told of failures that nobody else hears of. */
  readonly report: (step: string, error: unknown) => void;
}
