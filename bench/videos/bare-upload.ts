import { createReadStream } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { LOCAL_UPLOADS } from '#infra/local/storage/site-buckets.ts';
import { UPLOAD_PART_BYTES } from '#shared/limits.ts';
import type { VideoSite } from './site.ts';
import { PARALLEL_PARTS } from './upload.ts';

/** Uploads a file to the same S3 with the SDK's multipart client, with the same part size and concurrency. */
export async function bareUpload({ s3 }: VideoSite, path: string, key: string): Promise<void> {
  const client = new S3Client({ ...s3, region: LOCAL_REGION, forcePathStyle: true });
  const params = { Bucket: LOCAL_UPLOADS, Key: key, Body: createReadStream(path) };
  try {
    await new Upload({ client, params, partSize: UPLOAD_PART_BYTES, queueSize: PARALLEL_PARTS }).done();
  } finally {
    client.destroy();
  }
}
