import { DeleteObjectsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { readObject, type BucketOptions } from '../../../aws/objects/s3-objects.ts';
import { s3 } from '../../../aws/objects/s3.ts';
import type { WindowFiles } from '../../ports/files.ts';
import { attemptKey } from './window-keys.ts';

/** What jobs take and make, in a private bucket that forgets. */
export const windowFiles = ({ client = s3, bucket: Bucket }: BucketOptions): WindowFiles => ({
  putInput: async (key, Body) => {
    const put = { Bucket, Key: `${attemptKey(key)}.webm`, Body, ContentType: 'video/webm' };
    await client().send(new PutObjectCommand(put));
  },
  readOutput: (key) => readObject(client(), { Bucket, Key: `${attemptKey(key)}.ts` }),
  removeAttempt: async (key) => {
    const Objects = ['webm', 'ts'].map((extension) => ({ Key: `${attemptKey(key)}.${extension}` }));
    await client().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
  },
});
