import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isAwsError } from '../../../aws/retry.ts';
import { s3 } from '../../../aws/s3.ts';
import { broadcastFilesPrefix } from '../../broadcast.ts';
import type { FilmFiles, FilmPart } from '../../ports.ts';

export interface FilmBuckets {
  /** @default the Lambda's own */
  readonly client?: (() => S3Client) | undefined;
  /** Private; forgets. */
  readonly uploadsBucket: string;
  /** Where the segments are. */
  readonly mediaBucket: string;
}

/** Films in the uploads bucket, which nobody is served. */
export function filmFiles({ client = s3, uploadsBucket: Bucket, mediaBucket }: FilmBuckets): FilmFiles {
  const read = async (place: { readonly Bucket: string; readonly Key: string }): Promise<Uint8Array> => {
    const { Body } = await client().send(new GetObjectCommand(place));
    if (!Body) throw new Error(`S3 answered GetObject of ${place.Key} without a body`);
    return Body.transformToByteArray();
  };
  return {
    readSegment: (broadcast, name) =>
      read({ Bucket: mediaBucket, Key: `${broadcastFilesPrefix(broadcast)}${name}` }),
    begin: async (Key) => {
      const begin = new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'video/mp4' });
      const { UploadId } = await client().send(begin);
      if (!UploadId) throw new Error('S3 answered CreateMultipartUpload without an id');
      return UploadId;
    },
    listParts: async (Key, UploadId) => {
      try {
        return await listParts(client(), { Bucket, Key, UploadId });
      } catch (error) {
        if (isAwsError(error, 'NoSuchUpload')) return null;
        throw error;
      }
    },
    putPart: async (Key, UploadId, number, Body) => {
      const put = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: number, Body });
      return { number, etag: (await client().send(put)).ETag ?? '' };
    },
    join: async (Key, UploadId, parts) => {
      const Parts = parts.map(({ number: PartNumber, etag: ETag }) => ({ PartNumber, ETag }));
      const MultipartUpload = { Parts };
      try {
        await client().send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
      } catch (error) {
        if (!isAwsError(error, 'NoSuchUpload')) throw error;
      }
    },
    putTable: async (Key, Body) => {
      await client().send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    readTable: (Key) => read({ Bucket, Key }),
  };
}

async function listParts(
  client: S3Client,
  place: { readonly Bucket: string; readonly Key: string; readonly UploadId: string },
): Promise<FilmPart[]> {
  const parts: FilmPart[] = [];
  let PartNumberMarker: string | undefined;
  do {
    const page = await client.send(new ListPartsCommand({ ...place, PartNumberMarker }));
    for (const { PartNumber: number, ETag: etag } of page.Parts ?? [])
      if (number !== undefined && etag !== undefined) parts.push({ number, etag });
    PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (PartNumberMarker !== undefined);
  return parts;
}
