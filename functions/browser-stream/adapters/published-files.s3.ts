import { PutObjectCommand } from '@aws-sdk/client-s3';
import {
  listObjects,
  putIfAbsent,
  requireObject,
  type BucketOptions,
} from '#functions/aws/objects/s3-objects.ts';
import { s3 } from '#functions/aws/objects/s3.ts';
import { type BroadcastKey, broadcastFilesPrefix } from '../broadcast.ts';
import { cacheControlOf, type PublishedFile, withHeadersOnce } from './published-file.ts';

export type PublishedFiles = ReturnType<typeof publishedFiles>;

/** The files of broadcasts that the CDN serves. Those of requests of streamers: `segment-files.s3.ts`. */
export function publishedFiles({ client = s3, bucket: Bucket }: BucketOptions) {
  const at = (broadcast: BroadcastKey, name: string) => ({
    Bucket,
    Key: `${broadcastFilesPrefix(broadcast)}${name}`,
  });
  const put = (broadcast: BroadcastKey, file: PublishedFile) => ({
    ...at(broadcast, file.name),
    Body: file.body,
    ContentType: file.contentType,
    CacheControl: cacheControlOf(file),
  });
  return {
    publish: withHeadersOnce((broadcast, file) => client().send(new PutObjectCommand(put(broadcast, file)))),
    /** Returns false if a file with this name already exists; it is kept. */
    publishOnce: async (broadcast: BroadcastKey, file: PublishedFile): Promise<boolean> => {
      const once = new PutObjectCommand({ ...put(broadcast, file), IfNoneMatch: '*' });
      return (await putIfAbsent(client(), once)) !== null;
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
