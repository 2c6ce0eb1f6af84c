import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { inspectObject, putIfAbsent, readObject } from '#functions/aws/objects/s3-objects.ts';
import { s3 } from '#functions/aws/objects/s3.ts';
import type { PictureUpload } from '#shared/channels/pictures.ts';
import { SIGNATURE_BYTES, type PictureType } from './files/picture-type.ts';

const UPLOAD_EXPIRES_S = 600;

interface PictureBuckets {
  /** Private; holds uploads before their check. Deletes them after a day. */
  readonly uploadsBucket: string;
  /** Served by the CDN under the object keys, which begin with `media/`. */
  readonly mediaBucket: string;
}

export type PictureStorage = ReturnType<typeof pictureStorage>;

export interface PictureKey {
  readonly channelId: string;
  readonly pictureId: string;
}

interface PublishedPicture {
  readonly bytes: Uint8Array;
  readonly extension: string;
  readonly type: PictureType;
}

/**
 * Keys: `pictures/<channel>/<picture>` of the uploads, `media/pictures/<channel>/<picture>.<extension>` of the media. An animation's
 * extension begins with `moving.`, that of its first frame with `still.`.
 */
export const pictureStorage = ({ uploadsBucket, mediaBucket }: PictureBuckets) => ({
  /** Returns a form that accepts one picture of this type and at most this size, for ten minutes. */
  createUpload: async (
    key: PictureKey,
    type: string,
    maxBytes: number,
  ): Promise<Pick<PictureUpload, 'url' | 'fields'>> => {
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
  /** Size and first bytes of the upload; `null` if there is none. */
  inspect: (key: PictureKey) =>
    inspectObject(s3(), { Bucket: uploadsBucket, Key: uploadKey(key) }, SIGNATURE_BYTES),
  discard: async (key: PictureKey): Promise<void> => {
    await s3().send(new DeleteObjectCommand({ Bucket: uploadsBucket, Key: uploadKey(key) }));
  },
  /** `null` if there is no upload. */
  read: (key: PictureKey) => readObject(s3(), { Bucket: uploadsBucket, Key: uploadKey(key) }),
  /**
   * Returns the address on the site. A published picture stays: its address is cached for a year, and its owner can send
   * another file to the upload's form.
   */
  publish: async (key: PictureKey, { bytes, extension, type }: PublishedPicture): Promise<string> => {
    const Key = `media/pictures/${key.channelId}/${key.pictureId}.${extension}`;
    const put = new PutObjectCommand({
      Bucket: mediaBucket,
      Key,
      Body: bytes,
      ContentType: type,
      CacheControl: 'public, max-age=31536000, immutable',
      IfNoneMatch: '*',
    });
    await putIfAbsent(s3(), put);
    return `/${Key}`;
  },
});

const uploadKey = ({ channelId, pictureId }: PictureKey): string => `pictures/${channelId}/${pictureId}`;
