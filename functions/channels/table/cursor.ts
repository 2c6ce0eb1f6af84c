import { DomainError } from '../../errors.ts';

/**
 * A list's position as an opaque text for the `cursor` parameter: the sort key after which the next page starts.
 * It tells a reader nothing that the list itself does not.
 */
export const encodeCursor = (sortKey: string): string => Buffer.from(sortKey).toString('base64url');

/** Throws `invalid_request` for what `encodeCursor` did not make; `pattern` is the form of the list's sort keys. */
export function decodeCursor(cursor: string, pattern: RegExp): string {
  const sortKey = Buffer.from(cursor, 'base64url').toString();
  if (!pattern.test(sortKey)) throw new DomainError('invalid_request', 'Cursor is not valid.');
  return sortKey;
}
