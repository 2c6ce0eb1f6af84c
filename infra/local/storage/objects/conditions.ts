import { noSuchKey, notImplemented, preconditionFailed } from '../protocol/s3.errors.ts';
import type { StoredObject } from '../state/objects.index.ts';

type Headers = Readonly<Record<string, string>>;

/** Whether a reader has the object already (RFC 9110 §13.2.2). Throws `PreconditionFailed`. */
export function isUnchanged(headers: Headers, object: StoredObject): boolean {
  const { ifMatch, ifNoneMatch, ifModified, ifUnmodified } = readConditions(headers, '');
  checkRequired(object, ifMatch, ifUnmodified);
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, object);
  return ifModified !== undefined && object.modifiedMs <= ifModified;
}

/** The conditions on the source of a copy. Throws `PreconditionFailed`. */
export function checkCopySource(headers: Headers, object: StoredObject): void {
  const { ifMatch, ifNoneMatch, ifModified, ifUnmodified } = readConditions(headers, 'x-amz-copy-source-');
  checkRequired(object, ifMatch, ifUnmodified);
  if (ifNoneMatch !== undefined) {
    if (matches(ifNoneMatch, object)) throw preconditionFailed('x-amz-copy-source-If-None-Match');
  } else if (ifModified !== undefined && object.modifiedMs <= ifModified) {
    throw preconditionFailed('x-amz-copy-source-If-Modified-Since');
  }
}

function checkRequired(
  object: StoredObject,
  ifMatch: string | undefined,
  ifUnmodified: number | undefined,
): void {
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, object)) throw preconditionFailed('If-Match');
  } else if (ifUnmodified !== undefined && object.modifiedMs > ifUnmodified) {
    throw preconditionFailed('If-Unmodified-Since');
  }
}

/** What a write asks of the object that it replaces. Throws `PreconditionFailed`, `NoSuchKey`. */
export function checkWrite(headers: Headers, key: string, current: StoredObject | undefined): void {
  const { ifMatch, ifNoneMatch } = readConditions(headers, '');
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') throw notImplemented('If-None-Match');
  if (ifNoneMatch === '*' && current) throw preconditionFailed('If-None-Match');
  if (ifMatch === undefined) return;
  if (!current) throw noSuchKey(key);
  if (!matches(ifMatch, current)) throw preconditionFailed('If-Match');
}

const readConditions = (headers: Headers, prefix: string) => ({
  ifMatch: headers[`${prefix}if-match`],
  ifNoneMatch: headers[`${prefix}if-none-match`],
  ifModified: parseDate(headers[`${prefix}if-modified-since`]),
  ifUnmodified: parseDate(headers[`${prefix}if-unmodified-since`]),
});

/** A condition that is no date counts as none. */
function parseDate(text: string | undefined): number | undefined {
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

const matches = (list: string, { etag }: StoredObject): boolean =>
  list.split(',').some((entry) => ['*', etag].includes(unquote(entry)));

export const unquote = (etag: string): string => etag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1');
