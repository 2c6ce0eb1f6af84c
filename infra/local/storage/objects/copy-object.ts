import { createHash } from 'node:crypto';
import type { Signed } from '../authentication/authenticate.ts';
import { MAX_PUT_BYTES } from '../body/payload.ts';
import { invalidArgument, invalidRequest, noSuchBucket, noSuchKey } from '../protocol/s3-errors.ts';
import { copySourcePlace } from '../protocol/copy-source.ts';
import type { Answer, S3Request } from '../protocol/s3-request.ts';
import { xmlDocument } from '../protocol/s3-xml.ts';
import type { Segment } from '../state/blobs.ts';
import type { StoredObject } from '../state/objects-index.ts';
import { nowInSecondsMs, type Storage } from '../state/storage-context.ts';
import { keptHeaders } from './object-headers.ts';
import { storeObject } from './put-object.ts';

/** CopyObject: copies the bytes to another key, with the source's headers or (`REPLACE`) the request's. */
export async function copyObject(storage: Storage, { request }: Signed): Promise<Answer> {
  const { bucket, key, headers } = request;
  const replaces = replacesMetadata(headers['x-amz-metadata-directive']);
  const source = copySource(storage, request);
  if (source.sizeBytes > MAX_PUT_BYTES) {
    throw invalidRequest(
      `The specified copy source is larger than the maximum allowable size for a copy source: ${MAX_PUT_BYTES}`,
    );
  }
  if (source.bucket === bucket && source.key === key && !replaces) {
    throw invalidRequest(
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  const kept = replaces ? keptHeaders(headers) : source.headers;
  const release = storage.blobs.hold(source.segments);
  try {
    const etag = await copyEtag(storage, source);
    const segments = await copySegments(storage, source.segments);
    const copy: StoredObject = {
      ...source,
      bucket,
      key,
      headers: kept,
      etag,
      segments,
      modifiedMs: nowInSecondsMs(),
    };
    await storeObject(storage, request, copy, 'CopyObject');
    return { status: 200, body: copyResult(copy) };
  } finally {
    release();
  }
}

const copyResult = ({ etag, modifiedMs }: StoredObject): string =>
  xmlDocument('CopyObjectResult', [
    ['LastModified', new Date(modifiedMs).toISOString()],
    ['ETag', `"${etag}"`],
  ]);

/** Returns the object named by `x-amz-copy-source`. */
function copySource({ index }: Storage, request: S3Request): StoredObject {
  const { bucket, key } = copySourcePlace(request);
  if (!index.hasBucket(bucket)) throw noSuchBucket(bucket);
  const object = index.object(bucket, key);
  if (!object) throw noSuchKey(key);
  return object;
}

function replacesMetadata(directive = 'COPY'): boolean {
  if (directive === 'COPY' || directive === 'REPLACE') return directive === 'REPLACE';
  throw invalidArgument('Unknown metadata directive.', 'x-amz-metadata-directive', directive);
}

/** A copy counts as uploaded in one piece, so its ETag is the MD5 of all bytes even for a multipart source. */
async function copyEtag({ blobs }: Storage, { etag, segments, sizeBytes }: StoredObject): Promise<string> {
  if (!etag.includes('-')) return etag;
  const md5 = createHash('md5');
  for await (const piece of blobs.read(segments, { start: 0, end: sizeBytes })) md5.update(piece);
  return md5.digest('hex');
}

async function copySegments({ blobs }: Storage, segments: readonly Segment[]): Promise<Segment[]> {
  const copies: Segment[] = [];
  try {
    for (const { blob, sizeBytes } of segments) copies.push({ blob: await blobs.copy(blob), sizeBytes });
  } catch (error) {
    await blobs.remove(copies.map(({ blob }) => blob));
    throw error;
  }
  return copies;
}
