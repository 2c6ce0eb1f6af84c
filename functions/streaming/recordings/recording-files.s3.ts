import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../../aws/s3.ts';
import { isAwsError } from '../../aws/retry.ts';
import type { RecordingFiles } from './ports.ts';

export interface RecordingsBucket {
  /** @default the Lambda's own */
  readonly client?: (() => S3Client) | undefined;
  readonly bucket: string;
}

/** Playlists in the bucket that IVS records into; an address on the site is a key with a slash before it. */
export const recordingFiles = ({ client = s3, bucket: Bucket }: RecordingsBucket): RecordingFiles => ({
  read: async (url) => {
    try {
      const { Body } = await client().send(new GetObjectCommand({ Bucket, Key: url.slice(1) }));
      return (await Body?.transformToString()) ?? null;
    } catch (error) {
      if (isAwsError(error, 'NoSuchKey')) return null;
      throw error;
    }
  },
  write: async (url, Body) => {
    const ContentType = 'application/vnd.apple.mpegurl';
    await client().send(new PutObjectCommand({ Bucket, Key: url.slice(1), Body, ContentType }));
  },
});
