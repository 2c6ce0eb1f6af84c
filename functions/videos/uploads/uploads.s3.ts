import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isAwsError } from '../../aws/retry.ts';
import { s3 } from '../../aws/s3.ts';
import { DomainError } from '../../errors.ts';
import { SNIFFED_BYTES } from '../../../shared/video-file.ts';
import type { PartUrl, UploadFiles } from '../ports.ts';
import type { Part, StoredPart, UploadKey } from '../upload.ts';

/** How long an address takes its part; one who needs longer asks for new ones. */
const URL_EXPIRES_S = 6 * 60 * 60;

/** Nobody is served these files, so no type is kept of them. */
const ContentType = 'application/octet-stream';

export interface UploadsBucket {
  /** @default the Lambda's own */
  readonly client?: (() => S3Client) | undefined;
  /** Private; forgets. */
  readonly bucket: string;
}

/** The key of an upload's file in its bucket. */
export const uploadFileKey = ({ channelId, uploadId }: UploadKey): string =>
  `videos/${channelId}/${uploadId}`;

export function uploadFiles({ client = s3, bucket: Bucket }: UploadsBucket): UploadFiles {
  const at = (key: UploadKey) => ({ Bucket, Key: uploadFileKey(key) });
  return {
    begin: async (key) => {
      const begin = new CreateMultipartUploadCommand({ ...at(key), ContentType });
      const { UploadId } = await client().send(begin);
      if (!UploadId) throw new Error('S3 answered CreateMultipartUpload without an id');
      return UploadId;
    },
    partUrls: (key, UploadId, parts) => signParts(client(), { ...at(key), UploadId }, parts),
    listParts: (key, UploadId) => listParts(client(), { ...at(key), UploadId }),
    join: async (key, UploadId, parts) => {
      const Parts = parts.map(({ partNumber: PartNumber, etag }) => ({ PartNumber, ETag: `"${etag}"` }));
      const MultipartUpload = { Parts };
      const join = new CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload });
      try {
        await client().send(join);
        return true;
      } catch (error) {
        if (isAwsError(error, 'NoSuchUpload')) return false;
        if (!isAwsError(error, ...REFUSALS)) throw error;
        throw new DomainError('conflict', CHANGED, { cause: error });
      }
    },
    abandon: async (key, UploadId) => {
      try {
        await client().send(new AbortMultipartUploadCommand({ ...at(key), UploadId }));
      } catch (error) {
        if (!isAwsError(error, 'NoSuchUpload')) throw error;
      }
    },
    put: async (key, Body) => {
      await client().send(new PutObjectCommand({ ...at(key), ContentType, Body }));
    },
    inspect: (key) => inspect(client(), at(key)),
    deleteFilms: async (keys) => {
      const Objects = keys.map((Key) => ({ Key }));
      if (!keys.every((key) => key.startsWith('films/'))) throw new RangeError(`'${keys}' are no films`);
      await client().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    },
    discard: async (key) => {
      await client().send(new DeleteObjectCommand(at(key)));
    },
  };
}

const REFUSALS = ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'];
const CHANGED = 'The parts of this upload have changed meanwhile. Please try again.';

interface Multipart {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string;
}

/** The length is signed too: S3 takes no other, so nobody stores more than was announced. */
async function signParts(client: S3Client, multipart: Multipart, parts: readonly Part[]): Promise<PartUrl[]> {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const sign = async ({ partNumber, sizeBytes }: Part): Promise<PartUrl> => {
    const put = new UploadPartCommand({ ...multipart, PartNumber: partNumber, ContentLength: sizeBytes });
    return { partNumber, url: await getSignedUrl(client, put, { expiresIn: URL_EXPIRES_S }) };
  };
  return Promise.all(parts.map(sign));
}

async function listParts(client: S3Client, multipart: Multipart): Promise<StoredPart[] | null> {
  const stored: StoredPart[] = [];
  let PartNumberMarker: string | undefined;
  try {
    do {
      const list = new ListPartsCommand({ ...multipart, ...(PartNumberMarker && { PartNumberMarker }) });
      const { Parts = [], IsTruncated, NextPartNumberMarker } = await client.send(list);
      for (const { PartNumber = 0, Size = 0, ETag = '' } of Parts) {
        stored.push({ partNumber: PartNumber, sizeBytes: Size, etag: ETag.replaceAll('"', '') });
      }
      PartNumberMarker = IsTruncated ? NextPartNumberMarker : undefined;
    } while (PartNumberMarker);
  } catch (error) {
    if (isAwsError(error, 'NoSuchUpload')) return null;
    throw error;
  }
  return stored;
}

async function inspect(client: S3Client, at: { readonly Bucket: string; readonly Key: string }) {
  try {
    const Range = `bytes=0-${SNIFFED_BYTES - 1}`;
    const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...at, Range }));
    if (!Body) throw new Error('S3 answered GetObject without a body');
    const sizeBytes = Number(ContentRange?.split('/')[1]);
    return { sizeBytes, head: await Body.transformToByteArray() };
  } catch (error) {
    if (isAwsError(error, 'NoSuchKey')) return null;
    throw error;
  }
}
