import type { UploadFiles } from './upload-files.ts';
import type { UploadsRepository } from './uploads.repository.ts';

/** What taking uploads needs. */
export interface UploadsPorts {
  readonly uploads: UploadsRepository;
  readonly uploadFiles: UploadFiles;
  readonly newId: () => string;
  readonly clock: () => number;
}
