import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { Hono } from 'hono';
import { LOCAL_REGION, type Credentials } from '../aws/credentials.ts';

export interface StoredMediaOptions {
  readonly endpoint: string;
  readonly credentials: Credentials;
  readonly bucket: string;
  /** IVS's recordings. */
  readonly recordingsBucket: string;
}

/** What is played and shown of a recording; what else IVS writes beside it is not public. */
const RECORDED_MEDIA = /^\/ivs\/.+\/media\/.+/;

/**
 * What CloudFront does with `/media` and with `/ivs/…/media`: hands out the objects of the media bucket and of the
 * recordings' by their keys, in ranges too, and passes none of the buckets' own error texts on.
 */
export function storedMedia(options: StoredMediaOptions): Hono {
  const { endpoint, credentials, bucket, recordingsBucket } = options;
  const s3 = new S3Client({ endpoint, credentials, region: LOCAL_REGION, forcePathStyle: true });
  const app = new Hono();
  app.get('*', async (c) => {
    const isRecorded = RECORDED_MEDIA.test(c.req.path);
    if (!isRecorded && !c.req.path.startsWith('/media/')) return c.notFound();
    const Key = decodeURIComponent(c.req.path.slice(1));
    const Range = c.req.header('range');
    const IfNoneMatch = c.req.header('if-none-match');
    const wanted = {
      Bucket: isRecorded ? recordingsBucket : bucket,
      Key,
      ...(Range && { Range }),
      ...(IfNoneMatch && { IfNoneMatch }),
    };
    try {
      // A body that nobody reads would hold its connection for ever.
      const object: GetObjectCommandOutput =
        c.req.method === 'HEAD'
          ? await s3.send(new HeadObjectCommand(wanted))
          : await s3.send(new GetObjectCommand(wanted));
      const headers = {
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
        'content-type': object.ContentType,
        'content-length': String(object.ContentLength),
        'content-range': object.ContentRange,
        'cache-control': object.CacheControl,
        etag: object.ETag,
      };
      const sent = Object.entries(headers).filter(
        (header): header is [string, string] => header[1] !== undefined,
      );
      const body = object.Body ? (Readable.toWeb(object.Body as Readable) as ReadableStream) : null;
      return new Response(body, { status: object.ContentRange ? 206 : 200, headers: sent });
    } catch (error) {
      if (!(error instanceof S3ServiceException)) throw error;
      const status = error.$metadata.httpStatusCode ?? 500;
      return new Response(null, { status, headers: { 'access-control-allow-origin': '*' } });
    }
  });
  return app;
}
