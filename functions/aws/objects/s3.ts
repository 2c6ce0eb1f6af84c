import { S3Client } from '@aws-sdk/client-s3';
import { clientSettings } from '../client-settings.ts';

let client: S3Client | undefined;

/** One client per Lambda, so that connections are reused. */
export const s3 = (): S3Client =>
  // Browsers send no checksum to signed URLs.
  (client ??= new S3Client({ ...clientSettings, requestChecksumCalculation: 'WHEN_REQUIRED' }));
