import { PutObjectCommand } from '@aws-sdk/client-s3';
import { type BroadcastKey, broadcastFilesPrefix } from './broadcast.ts';
import type { PublishedFile } from './ports.ts';

/** A name is given once: what is under it never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Puts a file where the CDN hands it out. */
export const publishedFile = (
  Bucket: string,
  broadcast: BroadcastKey,
  { name, body: Body, contentType: ContentType, maxAgeS }: PublishedFile,
  isOnce = false,
): PutObjectCommand =>
  new PutObjectCommand({
    Bucket,
    Key: `${broadcastFilesPrefix(broadcast)}${name}`,
    Body,
    ContentType,
    CacheControl: maxAgeS === undefined ? FOREVER : `public, max-age=${maxAgeS}`,
    ...(isOnce && { IfNoneMatch: '*' }),
  });
