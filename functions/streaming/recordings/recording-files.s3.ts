import { PutObjectCommand } from '@aws-sdk/client-s3';
import { readText, type BucketOptions } from '#functions/aws/objects/s3-objects.ts';
import { s3 } from '#functions/aws/objects/s3.ts';

/** Playlists in the recordings bucket; an address on the site is a key with a slash before it. */
export const recordingFiles = ({ client = s3, bucket: Bucket }: BucketOptions) => ({
  read: (url: string): Promise<string | null> => readText(client(), { Bucket, Key: url.slice(1) }),
  write: async (url: string, Body: string): Promise<void> => {
    const ContentType = 'application/vnd.apple.mpegurl';
    await client().send(new PutObjectCommand({ Bucket, Key: url.slice(1), Body, ContentType }));
  },
});

export type RecordingFiles = ReturnType<typeof recordingFiles>;
