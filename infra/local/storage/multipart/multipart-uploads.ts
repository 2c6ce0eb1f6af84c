import { randomBytes } from 'node:crypto';
import type { Signed } from '../authentication/authenticate.ts';
import { keptHeaders } from '../objects/object-headers.ts';
import { noSuchUpload } from '../protocol/s3-errors.ts';
import type { Answer, S3Request } from '../protocol/s3-request.ts';
import { xmlDocument } from '../protocol/s3-xml.ts';
import type { Upload } from '../state/objects-index.ts';
import { nowInSecondsMs, type Storage } from '../state/storage-context.ts';

/** CreateMultipartUpload. */
export function createUpload({ index }: Storage, { request }: Signed): Answer {
  const { bucket, key, headers } = request;
  const upload: Upload = {
    id: newUploadId(),
    bucket,
    key,
    startedMs: nowInSecondsMs(),
    headers: keptHeaders(headers),
  };
  index.putUpload(upload);
  const body = xmlDocument('InitiateMultipartUploadResult', [
    ['Bucket', bucket],
    ['Key', key],
    ['UploadId', upload.id],
  ]);
  return { status: 200, body };
}

/** AbortMultipartUpload: deletes the parts. */
export async function abortUpload({ index, blobs }: Storage, { request }: Signed): Promise<Answer> {
  const upload = requireUpload(index, request);
  const parts = index.partsAfter(upload.id, 0, MAX_PARTS);
  index.endUpload(upload);
  await blobs.remove(parts.map(({ segment }) => segment.blob));
  return { status: 204 };
}

export const MAX_PARTS = 10_000;

/** Returns the upload named in the query, which must be of this key. Throws `NoSuchUpload`. */
export function requireUpload(index: Storage['index'], { bucket, key, query }: S3Request): Upload {
  const id = query.get('uploadId') ?? '';
  const upload = index.upload(bucket, key, id);
  if (!upload) throw noSuchUpload(id);
  return upload;
}

/** Uploads of a key are listed in the order of their start, so ids start with the time. */
const newUploadId = (): string =>
  Date.now().toString(16).padStart(12, '0') + randomBytes(24).toString('base64url').replaceAll('-', '.');
