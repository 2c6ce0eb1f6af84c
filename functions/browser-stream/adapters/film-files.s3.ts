import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import {
  beginParts,
  joinParts,
  listParts,
  requireObject,
  unquoted,
  type BucketOptions,
} from '#functions/aws/objects/s3-objects.ts';
import { s3 } from '#functions/aws/objects/s3.ts';

export interface FilmPart {
  /** From 1. */
  readonly partNumber: number;
  readonly etag: string;
}

export type FilmFiles = ReturnType<typeof filmFiles>;

export const filmFiles = ({ client = s3, bucket: Bucket }: BucketOptions) => ({
  begin: (Key: string): Promise<string> => beginParts(client(), { Bucket, Key }, 'video/mp4'),
  /** The stored parts; `null` where the upload is complete or aborted. */
  listParts: (Key: string, UploadId: string): Promise<FilmPart[] | null> =>
    listParts(client(), { Bucket, Key, UploadId }),
  putPart: async (Key: string, UploadId: string, partNumber: number, Body: Uint8Array): Promise<FilmPart> => {
    const put = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: partNumber, Body });
    return { partNumber, etag: unquoted((await client().send(put)).ETag) };
  },
  /** Completes the upload; does nothing if it is complete. */
  join: async (Key: string, UploadId: string, parts: readonly FilmPart[]): Promise<void> => {
    await joinParts(client(), { Bucket, Key, UploadId }, parts);
  },
  /** Stores the sample table of a piece next to the film. */
  putTable: async (Key: string, Body: Uint8Array): Promise<void> => {
    await client().send(new PutObjectCommand({ Bucket, Key, Body }));
  },
  readTable: (Key: string): Promise<Uint8Array> => requireObject(client(), { Bucket, Key }),
});
