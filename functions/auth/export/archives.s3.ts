import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { BucketOptions } from '#functions/aws/objects/s3-objects.ts';
import { s3 } from '#functions/aws/objects/s3.ts';

/** Long enough to begin the download; the page requests a new URL later. */
const URL_EXPIRES_S = 10 * 60;

export type Archives = ReturnType<typeof archives>;

/** Archives in the private bucket, which deletes them after two days. */
export const archives = ({ client = s3, bucket: Bucket }: BucketOptions) => ({
  put: async (Key: string, Body: Uint8Array): Promise<void> => {
    const ContentDisposition = `attachment; filename="${Key.slice(Key.lastIndexOf('/') + 1)}"`;
    const ContentType = 'application/zip';
    await client().send(new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentDisposition }));
  },
  /** Signed; valid for ten minutes. */
  urlOf: async (Key: string): Promise<string> => {
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    return getSignedUrl(client(), new GetObjectCommand({ Bucket, Key }), { expiresIn: URL_EXPIRES_S });
  },
});
