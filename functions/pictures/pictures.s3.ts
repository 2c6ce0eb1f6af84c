import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { inspectObject, readObject } from '../aws/objects/s3-objects.ts';
import { s3 } from '../aws/objects/s3.ts';
import { SIGNATURE_BYTES } from './files/picture-type.ts';
import type { PictureKey, PictureStorage } from './ports.ts';

/** How long an upload may take to begin. */
const UPLOAD_EXPIRES_S = 600;

export interface PictureBuckets {
  /** Private; uploads wait here for their check, and are deleted after a day. */
  readonly uploadsBucket: string;
  /** Served by the CDN under the objects' own keys, all of which begin with `media/`. */
  readonly mediaBucket: string;
}

/** Keys: `pictures/<channel>/<picture>` of the uploads, `media/pictures/<channel>/<picture>.<extension>` of the media. */
export const pictureStorage = ({ uploadsBucket, mediaBucket }: PictureBuckets): PictureStorage => ({
  createUpload: async (key, type, maxBytes) => {
    const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post');
    return createPresignedPost(s3(), {
      Bucket: uploadsBucket,
      Key: uploadKey(key),
      Fields: { 'Content-Type': type },
      Conditions: [
        ['content-length-range', 1, maxBytes],
        ['eq', '$Content-Type', type],
      ],
      Expires: UPLOAD_EXPIRES_S,
    });
  },
  inspect: (key) => inspectObject(s3(), { Bucket: uploadsBucket, Key: uploadKey(key) }, SIGNATURE_BYTES),
  discard: async (key) => {
    await s3().send(new DeleteObjectCommand({ Bucket: uploadsBucket, Key: uploadKey(key) }));
  },
  read: (key) => readObject(s3(), { Bucket: uploadsBucket, Key: uploadKey(key) }),
  publish: async (key, { bytes, extension, type }) => {
    const Key = `media/pictures/${key.channelId}/${key.pictureId}.${extension}`;
    const put = new PutObjectCommand({
      Bucket: mediaBucket,
      Key,
      Body: bytes,
      ContentType: type,
      CacheControl: 'public, max-age=31536000, immutable',
    });
    await s3().send(put);
    return `/${Key}`;
  },
});

const uploadKey = ({ channelId, pictureId }: PictureKey): string => `pictures/${channelId}/${pictureId}`;
