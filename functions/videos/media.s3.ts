import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { deleteObjects, listObjects, readText, type BucketOptions } from '../aws/objects/s3-objects.ts';
import { s3 } from '../aws/objects/s3.ts';
import type { MediaFiles } from './ports.ts';

export interface MediaBucket extends BucketOptions {
  /** IVS records into this bucket, and replays stay in it. */
  readonly recordingsBucket: string;
}

export const mediaFiles = ({ client = s3, bucket: Bucket, recordingsBucket }: MediaBucket): MediaFiles => ({
  list: async (prefix) => {
    const keys: string[] = [];
    for await (const page of listObjects(client(), { Bucket, Prefix: prefix }))
      keys.push(...page.map(({ Key }) => Key));
    return keys;
  },
  read: (Key) => readText(client(), { Bucket, Key }),
  write: async (Key, Body, ContentType, maxAgeS) => {
    const CacheControl = maxAgeS === undefined ? undefined : `public, max-age=${maxAgeS}`;
    await client().send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }));
  },
  deletePicture: async (url) => {
    if (!url.startsWith('/media/pictures/')) throw new RangeError(`'${url}' is no picture`);
    await client().send(new DeleteObjectCommand({ Bucket, Key: url.slice(1) }));
  },
  deleteAll: async (prefix, { isKept = () => false, hasTime = () => true } = {}) => {
    requireVideo(prefix);
    const bucket = prefix.startsWith('ivs/') ? recordingsBucket : Bucket;
    for await (const page of listObjects(client(), { Bucket: bucket, Prefix: prefix })) {
      const others = page.map(({ Key }) => Key).filter((key) => !isKept(key));
      if (others.length === 0) continue;
      if (!hasTime()) return false;
      await deleteObjects(client(), bucket, others);
    }
    return true;
  },
});

function requireVideo(prefix: string): void {
  if (!/^(media|ivs\/v1)\/.+\/$/.test(prefix))
    throw new RangeError(`'${prefix}' would delete more than a video`);
}
