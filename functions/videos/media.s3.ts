import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  deleteObjects,
  listObjects,
  readRange,
  readText,
  type BucketOptions,
} from '#functions/aws/objects/s3-objects.ts';
import { s3 } from '#functions/aws/objects/s3.ts';
import { stillUrlOf } from '#shared/plain/still-picture.ts';
import { VTT_TYPE } from '#functions/base/text/web-vtt.ts';

export interface MediaBucket extends BucketOptions {
  /** IVS records into this bucket, and replays stay in it. */
  readonly recordingsBucket: string;
}

interface DeletionChoice {
  /** @default none */
  readonly isKept?: (key: string) => boolean;
  /** Whether another thousand keys may be deleted. @default always */
  readonly hasTime?: () => boolean;
}

export type MediaFiles = ReturnType<typeof mediaFiles>;

/** The files of videos. A key is the address on the CDN without its first slash. */
export const mediaFiles = ({ client = s3, bucket: Bucket, recordingsBucket }: MediaBucket) => ({
  /** The keys with this prefix, in order. */
  list: async (prefix: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const page of listObjects(client(), { Bucket, Prefix: prefix }))
      keys.push(...page.map(({ Key }) => Key));
    return keys;
  },
  /** Also reads files of recordings. `null` if there is none. */
  read: (Key: string) => readText(client(), { Bucket: isRecording(Key) ? recordingsBucket : Bucket, Key }),
  /** From `start`, without `end`, or up to the end of the file; also of a recording. */
  readRange: (Key: string, start: number, end: number): Promise<Uint8Array> =>
    readRange(client(), { Bucket: isRecording(Key) ? recordingsBucket : Bucket, Key }, start, end),
  /** `maxAgeS` is for files that may change. */
  write: async (Key: string, Body: string, ContentType: string, maxAgeS?: number): Promise<void> => {
    const CacheControl = maxAgeS === undefined ? undefined : `public, max-age=${maxAgeS}`;
    await client().send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }));
  },
  /** Writes a video's captions to their address on the site. */
  writeCaptions: async (url: string, Body: string): Promise<void> => {
    const file = { Bucket, Key: captionsKey(url), Body, ContentType: VTT_TYPE };
    await client().send(new PutObjectCommand({ ...file, CacheControl: IMMUTABLE }));
  },
  deleteCaptions: async (url: string): Promise<void> => {
    await client().send(new DeleteObjectCommand({ Bucket, Key: captionsKey(url) }));
  },
  /** Deletes an uploaded picture by its address on the site, and the first frame of an animation. */
  deletePicture: async (url: string): Promise<void> => {
    if (!url.startsWith('/media/pictures/')) throw new RangeError(`'${url}' is no picture`);
    for (const address of [stillUrlOf(url), url])
      if (address) await client().send(new DeleteObjectCommand({ Bucket, Key: address.slice(1) }));
  },
  /**
   * Deletes all keys with this prefix, which ends in a slash; also recordings (`ivs/v1/…/`). False when time ran out.
   */
  deleteAll: async (
    prefix: string,
    { isKept = () => false, hasTime = () => true }: DeletionChoice = {},
  ): Promise<boolean> => {
    requireVideo(prefix);
    const bucket = isRecording(prefix) ? recordingsBucket : Bucket;
    for await (const page of listObjects(client(), { Bucket: bucket, Prefix: prefix })) {
      const others = page.map(({ Key }) => Key).filter((key) => !isKept(key));
      if (others.length === 0) continue;
      if (!hasTime()) return false;
      await deleteObjects(client(), bucket, others);
    }
    return true;
  },
});

const isRecording = (key: string): boolean => key.startsWith('ivs/');

/** Deleted captions are in caches for this long. */
const IMMUTABLE = 'public, max-age=86400, immutable';

function captionsKey(url: string): string {
  if (/^\/media\/videos\/\w+\/\w+\/captions\/[\w-]+\.vtt$/.test(url)) return url.slice(1);
  throw new RangeError(`'${url}' is no file of captions`);
}

function requireVideo(prefix: string): void {
  if (!/^(media|ivs\/v1)\/.+\/$/.test(prefix))
    throw new RangeError(`'${prefix}' would delete more than a video`);
}
