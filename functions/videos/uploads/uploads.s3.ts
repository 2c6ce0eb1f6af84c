import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isAwsError, nullOn } from '../../aws/retry.ts';
import {
  beginParts,
  deleteObjects,
  inspectObject,
  joinParts,
  listParts,
  readRange,
  type BucketOptions,
  type Multipart,
} from '../../aws/objects/s3-objects.ts';
import { s3 } from '../../aws/objects/s3.ts';
import { DomainError } from '../../base/errors.ts';
import { SNIFFED_BYTES } from '../../../shared/plain/video-file.ts';
import type { PartUrl, UploadFiles } from '../ports.ts';
import type { Part, StoredFile, UploadKey } from '../upload.ts';

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

/** Uploads in a private bucket whose objects expire. */
export function uploadFiles({ client = s3, bucket: Bucket }: BucketOptions): UploadFiles {
  const at = (key: UploadKey) => ({ Bucket, Key: uploadFileKey(key) });
  return {
    begin: (key) => beginParts(client(), at(key), ContentType),
    partUrls: (key, UploadId, parts) => signParts(client(), { ...at(key), UploadId }, parts),
    listParts: (key, UploadId) => listParts(client(), { ...at(key), UploadId }),
    join: async (key, UploadId, parts) => {
      try {
        return (await joinParts(client(), { ...at(key), UploadId }, parts)) !== null;
      } catch (error) {
        if (!isAwsError(error, ...REFUSALS)) throw error;
        throw new DomainError('conflict', CHANGED, { cause: error });
      }
    },
    abandon: async (key, UploadId) => {
      const abort = new AbortMultipartUploadCommand({ ...at(key), UploadId });
      await nullOn(['NoSuchUpload'], () => client().send(abort));
    },
    put: async (key, Body) => {
      await client().send(new PutObjectCommand({ ...at(key), ContentType, Body }));
    },
    inspect: (key) => inspectObject(client(), at(key), SNIFFED_BYTES),
    deleteFilms: async (keys) => {
      if (!keys.every((key) => key.startsWith('films/'))) throw new RangeError(`'${keys}' are no films`);
      await deleteObjects(client(), Bucket, keys);
    },
    discard: async (key) => {
      await client().send(new DeleteObjectCommand(at(key)));
    },
    discardPicture: async (url) => {
      const [, Key] = /^\/media\/(pictures\/[^/]+\/[^/.]+)\.\w+$/.exec(url) ?? [];
      if (!Key) throw new RangeError(`'${url}' is no picture`);
      await client().send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}

const REFUSALS = ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'];
const CHANGED = 'The parts of this upload have changed meanwhile. Please try again.';

/** Signs the length too, so that S3 takes no more than was announced. */
async function signParts(client: S3Client, multipart: Multipart, parts: readonly Part[]): Promise<PartUrl[]> {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const sign = async ({ partNumber, sizeBytes }: Part): Promise<PartUrl> => {
    const put = new UploadPartCommand({ ...multipart, PartNumber: partNumber, ContentLength: sizeBytes });
    return { partNumber, url: await getSignedUrl(client, put, { expiresIn: URL_EXPIRES_S }) };
  };
  return Promise.all(parts.map(sign));
}
