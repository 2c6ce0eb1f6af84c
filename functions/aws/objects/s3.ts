import { S3Client } from '@aws-sdk/client-s3';
import { clientSettings } from '../client-settings.ts';

let client: S3Client | undefined;

/** The client of S3; one a Lambda, so that connections are kept. */
export const s3 = (): S3Client =>
  // Browsers send no checksum with what they put to the addresses that are signed for them.
  (client ??= new S3Client({ ...clientSettings, requestChecksumCalculation: 'WHEN_REQUIRED' }));
