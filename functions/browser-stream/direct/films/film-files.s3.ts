import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import {
  beginParts,
  joinParts,
  listParts,
  requireObject,
  unquoted,
  type BucketOptions,
} from '../../../aws/objects/s3-objects.ts';
import { s3 } from '../../../aws/objects/s3.ts';
import type { FilmFiles } from '../../ports/files.ts';

/** Films in the uploads bucket, which nobody is served, and which forgets. */
export const filmFiles = ({ client = s3, bucket: Bucket }: BucketOptions): FilmFiles => ({
  begin: (Key) => beginParts(client(), { Bucket, Key }, 'video/mp4'),
  listParts: (Key, UploadId) => listParts(client(), { Bucket, Key, UploadId }),
  putPart: async (Key, UploadId, partNumber, Body) => {
    const put = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: partNumber, Body });
    return { partNumber, etag: unquoted((await client().send(put)).ETag) };
  },
  join: async (Key, UploadId, parts) => {
    await joinParts(client(), { Bucket, Key, UploadId }, parts);
  },
  putTable: async (Key, Body) => {
    await client().send(new PutObjectCommand({ Bucket, Key, Body }));
  },
  readTable: (Key) => requireObject(client(), { Bucket, Key }),
});
