import { PutObjectCommand } from '@aws-sdk/client-s3';
import { listObjects, putFirst, requireObject, type BucketOptions } from '../aws/objects/s3-objects.ts';
import { s3 } from '../aws/objects/s3.ts';
import { type BroadcastKey, broadcastFilesPrefix } from './broadcast.ts';
import type { PublishedFile, PublishedFiles } from './ports/files.ts';

/** A name is given once: what is under it never changes. */
const FOREVER = 'public, max-age=31536000, immutable';
/** So many headers are known to be stored; then they are stored once more. */
const MAX_KNOWN = 1000;

/** The files of broadcasts where the CDN hands them out. A header comes with each segment, and is stored once. */
export function publishedFiles({ client = s3, bucket: Bucket }: BucketOptions): PublishedFiles {
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
    publish: async (broadcast, file) => {
      const key = `${broadcast.id}/${file.name}`;
      if (known.has(key)) return;
      await client().send(new PutObjectCommand(put(broadcast, file)));
      if (known.size >= MAX_KNOWN) known.clear();
      if (file.name.startsWith('init-')) known.add(key);
    },
    publishOnce: async (broadcast, file) => {
      const once = new PutObjectCommand({ ...put(broadcast, file), IfNoneMatch: '*' });
      return (await putFirst(client(), once)) !== null;
    },
    read: (broadcast, name) => requireObject(client(), at(broadcast, name)),
    list: async (broadcast, prefix) => {
      const { Key: Prefix } = at(broadcast, prefix);
      const names: string[] = [];
      for await (const page of listObjects(client(), { Bucket, Prefix }))
        names.push(...page.map(({ Key }) => Key.slice(broadcastFilesPrefix(broadcast).length)));
      return names;
    },
  };
}
