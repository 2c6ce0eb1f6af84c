import { PutObjectCommand } from '@aws-sdk/client-s3';
import { readText, type BucketOptions } from '../../aws/objects/s3-objects.ts';
import { s3 } from '../../aws/objects/s3.ts';
import type { RecordingFiles } from './ports.ts';

/** Playlists in the recordings bucket; an address on the site is a key with a slash before it. */
export const recordingFiles = ({ client = s3, bucket: Bucket }: BucketOptions): RecordingFiles => ({
  read: (url) => readText(client(), { Bucket, Key: url.slice(1) }),
  write: async (url, Body) => {
    const ContentType = 'application/vnd.apple.mpegurl';
    await client().send(new PutObjectCommand({ Bucket, Key: url.slice(1), Body, ContentType }));
  },
});
