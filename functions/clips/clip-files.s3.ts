import { CopyObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { listObjects, readText, type BucketOptions } from '#functions/aws/objects/s3-objects.ts';
import { s3 } from '#functions/aws/objects/s3.ts';
import { nullOn } from '#functions/aws/retry.ts';

export interface ClipBuckets extends BucketOptions {
  /** Replays of software streams are in this bucket. */
  readonly recordingsBucket: string;
}

/** File names identify the content, so files never change. */
const FOREVER = 'public, max-age=31536000, immutable';

export type ClipFiles = ReturnType<typeof clipFiles>;

/** Clip files in the media bucket, and the sources they are copied from, by their addresses on the site. */
export const clipFiles = ({ client = s3, bucket, recordingsBucket }: ClipBuckets) => {
  const objectOf = (url: string) => ({
    Bucket: url.startsWith('/ivs/') ? recordingsBucket : bucket,
    Key: requirePublished(url).slice(1),
  });
  return {
    /** The text of a playlist or of captions; `null` when there is none. */
    read: (url: string) => readText(client(), objectOf(url)),
    /** False when there is nothing to copy. Overwrites. */
    copy: async (fromUrl: string, toUrl: string): Promise<boolean> => {
      const { Bucket, Key } = objectOf(fromUrl);
      const CopySource = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`;
      const copy = new CopyObjectCommand({ CopySource, Bucket: bucket, Key: requireOwn(toUrl).slice(1) });
      return (await nullOn(['NoSuchKey'], () => client().send(copy))) !== null;
    },
    write: async (
      url: string,
      Body: string,
      ContentType = 'application/vnd.apple.mpegurl',
    ): Promise<void> => {
      const file = { Bucket: bucket, Key: requireOwn(url).slice(1), Body, ContentType };
      await client().send(new PutObjectCommand({ ...file, CacheControl: FOREVER }));
    },
    /** The last file name with this prefix up to `upTo`, in a folder. */
    lastUpTo: async (
      folderUrl: string,
      { prefix, upTo }: { readonly prefix: string; readonly upTo: string },
    ): Promise<string | null> => {
      const { Bucket, Key: folder } = objectOf(folderUrl);
      let last: string | null = null;
      for await (const page of listObjects(client(), { Bucket, Prefix: folder + prefix })) {
        const names = page.map(({ Key }) => Key.slice(folder.length));
        last = names.findLast((name) => name <= upTo) ?? last;
        if (names.some((name) => name > upTo)) break;
      }
      return last;
    },
  };
};

/** Allows only the published files of broadcasts, videos and recordings, and their pictures. */
function requirePublished(url: string): string {
  if (/^\/(media\/(videos|pictures)\/|ivs\/v1\/.+\/media\/)/.test(url)) return url;
  throw new RangeError(`'${url}' is nothing that clips are made of`);
}

function requireOwn(url: string): string {
  if (url.startsWith('/media/clips/')) return url;
  throw new RangeError(`'${url}' is no file of a clip`);
}
