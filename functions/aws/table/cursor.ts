import { queryPage } from './read-items.ts';
import type { Key, Table } from './table.ts';
import type { PageRequest } from '../../base/page.ts';
import { DomainError } from '../../base/errors.ts';

/**
 * A list's position as an opaque text for the `cursor` parameter: the sort key after which the next page starts.
 * It reveals nothing that the list itself does not.
 */
export const encodeCursor = (sortKey: string): string => Buffer.from(sortKey).toString('base64url');

/** Throws `invalid_request` for a text that `encodeCursor` did not make; `pattern` is the form of the list's sort keys. */
export function decodeCursor(cursor: string, pattern: RegExp): string {
  const sortKey = Buffer.from(cursor, 'base64url').toString();
  if (!pattern.test(sortKey)) throw new DomainError('invalid_request', 'Cursor is not valid.');
  return sortKey;
}

/** A list in an index whose pages are read backwards. Its sort keys end in `#<id>`. */
export interface RankedList {
  readonly index: 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4';
  readonly partition: string;
  /** The form of its sort keys. */
  readonly pattern: RegExp;
  /** The key of an entry's item. */
  readonly keyOf: (id: string) => Key;
  /** The part of the list to read: a condition on the sort key, with its value as `:range`. @default all */
  readonly range?: { readonly condition: string; readonly value: string } | undefined;
}

export async function readPage<T>(
  table: Table,
  { index, partition, pattern, keyOf, range }: RankedList,
  { limit, cursor }: PageRequest,
): Promise<{ readonly items: T[]; readonly next: string | undefined }> {
  const start = cursor === undefined ? undefined : decodeCursor(cursor, pattern);
  const [pk, sk] = [`${index}pk`, `${index}sk`];
  const { items, lastKey } = await queryPage<T>(table, {
    IndexName: index,
    KeyConditionExpression: `${pk} = :list${range ? ` AND ${range.condition}` : ''}`,
    ExpressionAttributeValues: { ':list': partition, ...(range && { ':range': range.value }) },
    ScanIndexForward: false,
    Limit: limit,
    ...(start && {
      ExclusiveStartKey: { ...keyOf(start.split('#').at(-1)!), [pk]: partition, [sk]: start },
    }),
  });
  const last = lastKey?.[sk] as string | undefined;
  return { items, next: last && encodeCursor(last) };
}
