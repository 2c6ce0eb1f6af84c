import { PutObjectCommand } from '@aws-sdk/client-s3';
import { listObjects, putFirst, requireObject, type BucketOptions } from '../../aws/objects/s3-objects.ts';
import { s3 } from '../../aws/objects/s3.ts';
import { type BroadcastKey, broadcastFilesPrefix } from '../broadcast.ts';
import type { Authorized } from '../../base/authorized.ts';

/** A published file never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** The number of stored headers to remember, before they are written again. */
const MAX_KNOWN = 1000;

export interface PublishedFile {
  /** Relative to the broadcast's folder. */
  readonly name: string;
  readonly body: Uint8Array | string;
  readonly contentType: string;
  /** For a file that is replaced later. @default cached for a year */
  readonly maxAgeS?: number;
}

export type PublishedFiles = ReturnType<typeof publishedFiles>;

/** The same for requests of streamers: only a broadcast whose owner was checked may get files. */
export interface SegmentFiles {
  publish(broadcast: Authorized<BroadcastKey>, file: PublishedFile): Promise<void>;
  publishOnce(broadcast: Authorized<BroadcastKey>, file: PublishedFile): Promise<boolean>;
}

/** The files of broadcasts that the CDN serves. A header belongs to many segments, and is stored once. */
export function publishedFiles({ client = s3, bucket: Bucket }: BucketOptions) {
  const known = new Set<string>();
  const at = (broadcast: BroadcastKey, name: string) => ({
    Bucket,
    Key: `${broadcastFilesPrefix(broadcast)}${name}`,
  });
  const put = (broadcast: BroadcastKey, { name, body, contentType, maxAgeS }: PublishedFile) => ({
    ...at(broadcast, name),
    Body: body,
    ContentType: contentType,
    CacheControl: maxAgeS === undefined ? FOREVER : `public, max-age=${maxAgeS}`,
  });
  return {
    publish: async (broadcast: BroadcastKey, file: PublishedFile): Promise<void> => {
      const key = `${broadcast.id}/${file.name}`;
      if (known.has(key)) return;
      await client().send(new PutObjectCommand(put(broadcast, file)));
      if (known.size >= MAX_KNOWN) known.clear();
      if (file.name.startsWith('init-')) known.add(key);
    },
    /** False where a file of this name exists already; it stays. */
    publishOnce: async (broadcast: BroadcastKey, file: PublishedFile): Promise<boolean> => {
      const once = new PutObjectCommand({ ...put(broadcast, file), IfNoneMatch: '*' });
      return (await putFirst(client(), once)) !== null;
    },
    read: (broadcast: BroadcastKey, name: string): Promise<Uint8Array> =>
      requireObject(client(), at(broadcast, name)),
    /** The names that begin with the prefix, in order. */
    list: async (broadcast: BroadcastKey, prefix: string): Promise<string[]> => {
      const { Key: Prefix } = at(broadcast, prefix);
      const names: string[] = [];
      for await (const page of listObjects(client(), { Bucket, Prefix }))
        names.push(...page.map(({ Key }) => Key.slice(broadcastFilesPrefix(broadcast).length)));
      return names;
    },
  };
}
