import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { BucketOptions } from '../../aws/objects/s3-objects.ts';
import { s3 } from '../../aws/objects/s3.ts';
import type { Archives } from './ports.ts';

/** Long enough to begin; whoever waits asks for a new address. */
const URL_EXPIRES_S = 10 * 60;

/** Archives in the private bucket that forgets. */
export const archives = ({ client = s3, bucket: Bucket }: BucketOptions): Archives => ({
  put: async (Key, Body) => {
    await client().send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/zip' }));
  },
  urlOf: async (Key) => {
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    return getSignedUrl(client(), new GetObjectCommand({ Bucket, Key }), { expiresIn: URL_EXPIRES_S });
  },
});
