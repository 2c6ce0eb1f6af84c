import { notImplemented, preconditionFailed } from '../protocol/s3-errors.ts';
import type { StoredObject } from '../state/objects-index.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Returns whether the reader has the current version (RFC 9110 §13.2.2). `If-Match` and `If-Unmodified-Since` are not
 * supported.
 */
export function isUnchanged(headers: Headers, { etag, modifiedMs }: StoredObject): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined)
    return noneMatch.split(',').some((entry) => ['*', etag].includes(unquote(entry)));
  return modifiedMs <= Date.parse(headers['if-modified-since'] ?? '');
}

/** `If-None-Match: *` only writes if the object does not exist. Throws `PreconditionFailed`. */
export function checkWrite(headers: Headers, current: StoredObject | undefined): void {
  const noneMatch = headers['if-none-match'];
  if (headers['if-match'] !== undefined) throw notImplemented('If-Match');
  if (noneMatch !== undefined && noneMatch !== '*') throw notImplemented('If-None-Match');
  if (noneMatch === '*' && current) throw preconditionFailed('If-None-Match');
}

export const unquote = (etag: string): string => etag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1');
