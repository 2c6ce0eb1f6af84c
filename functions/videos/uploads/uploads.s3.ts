import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isAwsError, nullOn } from '#functions/aws/retry.ts';
import {
  beginParts,
  deleteObjects,
  inspectObject,
  joinParts,
  listParts,
  readRange,
  type BucketOptions,
  type Multipart,
} from '#functions/aws/objects/s3-objects.ts';
import { s3 } from '#functions/aws/objects/s3.ts';
import { DomainError } from '#functions/base/errors.ts';
import { SNIFFED_BYTES } from '#shared/plain/videos/video-file.ts';
import type { Part, StoredFile, StoredPart, UploadKey } from '../upload.ts';

/** Clients with slower connections request new addresses. */
const URL_EXPIRES_S = 6 * 60 * 60;

/** These files are not served, so their type does not matter. */
const ContentType = 'application/octet-stream';

export const uploadFileKey = ({ channelId, uploadId }: UploadKey): string =>
  `videos/${channelId}/${uploadId}`;

/** Reads an upload's file by ranges; `null` when there is none. */
export const uploadFileOf =
  ({ client = s3, bucket: Bucket }: BucketOptions) =>
  async (key: UploadKey): Promise<StoredFile | null> => {
    const place = { Bucket, Key: uploadFileKey(key) };
    const found = await inspectObject(client(), place, SNIFFED_BYTES);
    const read = (start: number, end: number) => readRange(client(), place, start, end);
    return found && { ...found, read };
  };

export interface PartUrl {
  readonly partNumber: number;
  readonly url: string;
}

export type UploadFiles = ReturnType<typeof uploadFiles>;

/** Files of uploads that are not published yet, in a private bucket whose objects expire. */
export function uploadFiles({ client = s3, bucket: Bucket }: BucketOptions) {
  const at = (key: UploadKey) => ({ Bucket, Key: uploadFileKey(key) });
  return {
    /** Begins a multipart upload; returns its id. */
    begin: (key: UploadKey) => beginParts(client(), at(key), ContentType),
    /** Signed addresses that take one part each, of exactly its size, for some hours. */
    partUrls: (key: UploadKey, UploadId: string, parts: readonly Part[]) =>
      signParts(client(), { ...at(key), UploadId }, parts),
    /** The stored parts; `null` when the file was joined or aborted. */
    listParts: (key: UploadKey, UploadId: string) => listParts(client(), { ...at(key), UploadId }),
    /**
     * Joins the parts to a file; does nothing when it was joined or aborted meanwhile. Throws `conflict` when the
     * stored parts differ from `parts`.
     */
    join: async (key: UploadKey, UploadId: string, parts: readonly StoredPart[]): Promise<void> => {
      try {
        await joinParts(client(), { ...at(key), UploadId }, parts);
      } catch (error) {
        if (!isAwsError(error, ...REFUSALS)) throw error;
        throw new DomainError('conflict', 'upload_parts_changed', { cause: error });
      }
    },
    /** Aborts a multipart upload. Does nothing when it is gone. */
    abandon: async (key: UploadKey, UploadId: string): Promise<void> => {
      const abort = new AbortMultipartUploadCommand({ ...at(key), UploadId });
      await nullOn(['NoSuchUpload'], () => client().send(abort));
    },
    put: async (key: UploadKey, Body: Uint8Array): Promise<void> => {
      await client().send(new PutObjectCommand({ ...at(key), ContentType, Body }));
    },
    /** Size and first bytes of a whole file; `null` when there is none. */
    inspect: (key: UploadKey) => inspectObject(client(), at(key), SNIFFED_BYTES),
    /** Deletes the films of a replay, by their keys. */
    deleteFilms: async (keys: readonly string[]): Promise<void> => {
      if (!keys.every((key) => key.startsWith('films/'))) throw new RangeError(`'${keys}' are no films`);
      await deleteObjects(client(), Bucket, keys);
    },
    discard: async (key: UploadKey): Promise<void> => {
      await client().send(new DeleteObjectCommand(at(key)));
    },
    /** Deletes the source file of a picture on the site, and the files next to it. */
    discardPicture: async (url: string): Promise<void> => {
      const [, Key] = /^\/media\/(pictures\/[^/]+\/[^/.]+)\.[\w.]+$/.exec(url) ?? [];
      if (!Key) throw new RangeError(`'${url}' is no picture`);
      await client().send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

const REFUSALS = ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'];

/** Signs the length too, so that S3 takes no more than was announced. */
async function signParts(client: S3Client, multipart: Multipart, parts: readonly Part[]): Promise<PartUrl[]> {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const sign = async ({ partNumber, sizeBytes }: Part): Promise<PartUrl> => {
    const put = new UploadPartCommand({ ...multipart, PartNumber: partNumber, ContentLength: sizeBytes });
    return { partNumber, url: await getSignedUrl(client, put, { expiresIn: URL_EXPIRES_S }) };
  };
  return Promise.all(parts.map(sign));
}
