import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isAwsError } from '../../aws/retry.ts';
import { s3 } from '../../aws/s3.ts';
import { broadcastFilesPrefix } from '../broadcast.ts';
import type { WindowFiles } from '../ports.ts';
import { publishedFile } from '../published-file.s3.ts';
import { attemptKey } from './window-keys.ts';

export interface WindowBuckets {
  /** @default the Lambda's own */
  readonly client?: (() => S3Client) | undefined;
  /** Private; forgets. */
  readonly uploadsBucket: string;
  /** Served by the CDN. */
  readonly mediaBucket: string;
}

export function windowFiles({ client = s3, uploadsBucket, mediaBucket }: WindowBuckets): WindowFiles {
  return {
    putInput: async (key, Body) => {
      const Key = `${attemptKey(key)}.webm`;
      const put = { Bucket: uploadsBucket, Key, Body, ContentType: 'video/webm' };
      await client().send(new PutObjectCommand(put));
    },
    readOutput: async (key) => {
      try {
        const get = { Bucket: uploadsBucket, Key: `${attemptKey(key)}.ts` };
        const { Body } = await client().send(new GetObjectCommand(get));
        return (await Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if (isAwsError(error, 'NoSuchKey')) return null;
        throw error;
      }
    },
    removeAttempt: async (key) => {
      const Objects = ['webm', 'ts'].map((extension) => ({ Key: `${attemptKey(key)}.${extension}` }));
      await client().send(
        new DeleteObjectsCommand({ Bucket: uploadsBucket, Delete: { Objects, Quiet: true } }),
      );
    },
    publish: async (broadcast, name, body, contentType) => {
      await client().send(publishedFile(mediaBucket, broadcast, { name, body, contentType }));
    },
    publishFirst: async (broadcast, file) => {
      try {
        await client().send(publishedFile(mediaBucket, broadcast, file, true));
      } catch (error) {
        // Of two at once S3 refuses one, whichever it is.
        if (!isAwsError(error, 'PreconditionFailed', 'ConditionalRequestConflict')) throw error;
      }
    },
    list: async (broadcast, prefix) => {
      const folder = broadcastFilesPrefix(broadcast);
      const names: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = { Bucket: mediaBucket, Prefix: `${folder}${prefix}` };
        const list = new ListObjectsV2Command({ ...page, ...(ContinuationToken && { ContinuationToken }) });
        const { Contents = [], NextContinuationToken } = await client().send(list);
        names.push(...Contents.flatMap(({ Key }) => Key?.slice(folder.length) ?? []));
        ContinuationToken = NextContinuationToken;
      } while (ContinuationToken);
      return names;
    },
  };
}
