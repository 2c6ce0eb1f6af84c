import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isAwsError } from '../aws/retry.ts';
import { s3 } from '../aws/s3.ts';
import type { MediaFiles } from './ports.ts';

export interface MediaBucket {
  /** @default the Lambda's own */
  readonly client?: (() => S3Client) | undefined;
  readonly bucket: string;
  /** Replays stay where IVS has recorded them. */
  readonly recordingsBucket: string;
}

export const mediaFiles = ({ client = s3, bucket: Bucket, recordingsBucket }: MediaBucket): MediaFiles => ({
  list: async (prefix) => {
    const keys: string[] = [];
    for await (const page of pages(client(), Bucket, prefix)) keys.push(...page);
    return keys;
  },
  read: async (Key) => {
    try {
      const { Body } = await client().send(new GetObjectCommand({ Bucket, Key }));
      return (await Body?.transformToString()) ?? null;
    } catch (error) {
      if (isAwsError(error, 'NoSuchKey')) return null;
      throw error;
    }
  },
  write: async (Key, Body, ContentType, maxAgeS) => {
    const CacheControl = maxAgeS === undefined ? undefined : `public, max-age=${maxAgeS}`;
    await client().send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }));
  },
  deletePicture: async (url) => {
    if (!url.startsWith('/media/pictures/')) throw new RangeError(`'${url}' is no picture`);
    await client().send(new DeleteObjectCommand({ Bucket, Key: url.slice(1) }));
  },
  deleteAll: async (prefix) => {
    if (!/^(media|ivs\/v1)\/.+\/$/.test(prefix))
      throw new RangeError(`'${prefix}' would delete more than a video`);
    const bucket = prefix.startsWith('ivs/') ? recordingsBucket : Bucket;
    for await (const keys of pages(client(), bucket, prefix)) await deleteObjects(client(), bucket, keys);
  },
});

/** A thousand at a time, as many as one request deletes. */
async function* pages(client: S3Client, Bucket: string, Prefix: string): AsyncGenerator<string[]> {
  let ContinuationToken: string | undefined;
  do {
    const list = new ListObjectsV2Command({
      Bucket,
      Prefix,
      ...(ContinuationToken && { ContinuationToken }),
    });
    const { Contents = [], NextContinuationToken } = await client.send(list);
    if (Contents.length > 0) yield Contents.flatMap(({ Key }) => Key ?? []);
    ContinuationToken = NextContinuationToken;
  } while (ContinuationToken);
}

async function deleteObjects(client: S3Client, Bucket: string, keys: readonly string[]): Promise<void> {
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
  const [first] = Errors;
  if (first)
    throw new Error(`S3 kept ${Errors.length} of ${keys.length} files: ${first.Code} ${first.Message}`);
}
