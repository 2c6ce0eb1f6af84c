import { AwsError } from '../../aws/aws-error.ts';
import { checksumHeaders } from '../checksums/checksums.ts';
import { noSuchKey, notImplemented } from '../protocol/s3-errors.ts';
import type { Answer, S3Request } from '../protocol/s3-request.ts';
import type { ByteSpan } from '../state/blobs.ts';
import type { StoredObject } from '../state/objects-index.ts';
import type { Storage } from '../state/storage-context.ts';
import { isUnchanged, unquote } from './conditions.ts';

/** The part of a request that selects an object and the form of the response. */
export type ObjectRequest = Pick<S3Request, 'bucket' | 'key' | 'query' | 'headers' | 'method'>;

/** GetObject and HeadObject: the whole object or a range, with conditions, and the headers that are stored with it. */
export function getObject(
  { index, blobs }: Storage,
  { request }: { readonly request: ObjectRequest },
): Answer {
  const { bucket, key, query, headers, method } = request;
  if (query.has('partNumber')) throw notImplemented('partNumber');
  const object = index.object(bucket, key);
  if (!object) throw noSuchKey(key);
  const { etag, sizeBytes, segments } = object;
  const validators = { etag: `"${etag}"`, 'last-modified': new Date(object.modifiedMs).toUTCString() };
  if (isUnchanged(headers, object)) return { status: 304, headers: validators };

  const range = rangeApplies(headers, object) ? readRange(headers['range'], sizeBytes) : undefined;
  const span = range ?? { start: 0, end: sizeBytes };
  const wantsChecksum = headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED' && !range;
  const answer: Answer = {
    status: range ? 206 : 200,
    headers: {
      ...object.headers,
      ...validators,
      ...(wantsChecksum && object.checksum && checksumHeaders(object.checksum)),
      ...(range && { 'content-range': `bytes ${span.start}-${span.end - 1}/${sizeBytes}` }),
      'accept-ranges': 'bytes',
      'content-length': span.end - span.start,
    },
  };
  if (method === 'HEAD') return answer;
  return { ...answer, body: blobs.read(segments, span), release: blobs.hold(segments) };
}

/** A range applies only if the object is the version that the reader started with (RFC 9110 §13.1.5). */
function rangeApplies(headers: S3Request['headers'], { etag, modifiedMs }: StoredObject): boolean {
  const condition = headers['if-range'];
  return condition === undefined || unquote(condition) === etag || Date.parse(condition) === modifiedMs;
}

/**
 * Parses `bytes=0-99`, `bytes=100-` and `bytes=-100` (RFC 9110 §14.1.2). Returns `undefined` for what S3 ignores:
 * multiple ranges and other formats. Throws `InvalidRange`.
 */
function readRange(text: string | undefined, sizeBytes: number): ByteSpan | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(text ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  if (start < end) return { start, end };
  throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416, {
    RangeRequested: text,
    ActualObjectSize: String(sizeBytes),
  });
}
