import type { S3Client } from '@aws-sdk/client-s3';
import { deleteObjects, listObjects } from '#functions/aws/objects/s3-objects.ts';
import { s3 } from '#functions/aws/objects/s3.ts';
import type { AccountStep } from '#functions/base/account-step.ts';

interface PersonBuckets {
  /** @default the Lambda's own */
  readonly client?: (() => S3Client) | undefined;
  readonly uploadsBucket: string;
  readonly mediaBucket: string;
  /** Whether copies of the person's data stay. @default false */
  readonly keepsExports?: boolean;
}

/** Key prefixes of folders that hold a person's files, by id. */
const EXPORTS = 'exports';
const UPLOADS = ['chunks', EXPORTS, 'films', 'pictures', 'videos', 'windows'];
const MEDIA = ['media/pictures', 'media/videos'];

/** Deletes all files of a person except IVS recordings, whose keys have IVS's own names. */
export const deletePersonFiles =
  ({ client = s3, uploadsBucket, mediaBucket, keepsExports = false }: PersonBuckets): AccountStep =>
  async ({ id, hasTime }) => {
    const folders = [
      ...UPLOADS.filter((folder) => !keepsExports || folder !== EXPORTS).map((folder) => ({
        Bucket: uploadsBucket,
        Prefix: `${folder}/${id}/`,
      })),
      ...MEDIA.map((folder) => ({ Bucket: mediaBucket, Prefix: `${folder}/${id}/` })),
    ];
    for (const folder of folders) {
      for await (const page of listObjects(client(), folder)) {
        if (!hasTime()) return false;
        const keys = page.map(({ Key }) => Key);
        await deleteObjects(client(), folder.Bucket, keys);
      }
    }
    return true;
  };
