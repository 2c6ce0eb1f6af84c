import { createReadStream, createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { LOCAL_REGION, type Credentials } from '../../aws/credentials.ts';
import { JobError } from '../request/job-error.ts';
import type { S3Place } from '../request/s3-places.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.m2ts': 'video/mp2t',
  '.jpg': 'image/jpeg',
};

/** What jobs read and write. Files pass through in pieces, so memory stays flat. */
export interface JobStorage {
  /** Throws `JobError` 1404 or 1401, or the signal's reason. */
  download(from: S3Place, path: string, signal: AbortSignal): Promise<FetchedObject>;
  /** Throws `JobError` 1404 or 1401, or the signal's reason. */
  upload(path: string, to: S3Place, signal: AbortSignal): Promise<void>;
  close(): void;
}

export interface FetchedObject {
  readonly eTag: string | undefined;
  readonly sizeBytes: number | undefined;
  readonly lastModified: Date | undefined;
  readonly mimeType: string | undefined;
}

export function jobStorage(endpoint: string, credentials: Credentials): JobStorage {
  const client = new S3Client({
    endpoint,
    credentials,
    region: LOCAL_REGION,
    forcePathStyle: true,
    // Both ends are on this machine, where a checksum of a large video takes longer than its transfer.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  return {
    download: async ({ bucket: Bucket, key: Key }, path, abortSignal) => {
      const place = `s3://${Bucket}/${Key}`;
      try {
        const found = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal });
        if (!found.Body) throw new Error(`${place} has no body`);
        await pipeline(found.Body.transformToWebStream(), createWriteStream(path), { signal: abortSignal });
        const {
          ETag: eTag,
          ContentLength: sizeBytes,
          LastModified: lastModified,
          ContentType: mimeType,
        } = found;
        return { eTag, sizeBytes, lastModified, mimeType };
      } catch (error) {
        throw toJobError(error, place, abortSignal);
      }
    },
    upload: async (path, { bucket: Bucket, key: Key }, signal) => {
      const ContentType = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
      const params = { Bucket, Key, ContentType, Body: createReadStream(path) };
      const upload = new Upload({ client, params, queueSize: 2 });
      const abort = (): void => void upload.abort();
      signal.addEventListener('abort', abort);
      try {
        signal.throwIfAborted();
        await upload.done();
      } catch (error) {
        throw toJobError(error, `s3://${Bucket}/${Key}`, signal);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    close: () => client.destroy(),
  };
}

function toJobError(error: unknown, place: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const name = error instanceof Error ? error.name : '';
  if (/^(NoSuchKey|NoSuchBucket|NotFound)$/.test(name))
    return new JobError('missing', place, { cause: error });
  if (/^(AccessDenied|Forbidden)$/.test(name)) return new JobError('accessDenied', place, { cause: error });
  return error;
}
