import { queryPage } from '../../aws/table/read-items.ts';
import type { Key, Table } from '../../aws/table/table.ts';
import { DomainError } from '../../base/errors.ts';
import type { ListPart } from '../ports.ts';

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

/** A list in an index, of which pages are read backwards. Its sort keys end in `#<id>`. */
export interface RankedList {
  readonly index: 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4';
  readonly partition: string;
  /** The form of its sort keys. */
  readonly pattern: RegExp;
  /** The key of an entry's item. */
  readonly keyOf: (id: string) => Key;
  /** What of it is read: a condition on the sort key, and the value that it names `:part`. @default all */
  readonly part?: { readonly condition: string; readonly value: string } | undefined;
}

export async function readPage<T>(
  table: Table,
  { index, partition, pattern, keyOf, part }: RankedList,
  { limit, cursor }: ListPart,
): Promise<{ readonly items: T[]; readonly next: string | undefined }> {
  const start = cursor === undefined ? undefined : decodeCursor(cursor, pattern);
  const [pk, sk] = [`${index}pk`, `${index}sk`];
  const { items, lastKey } = await queryPage<T>(table, {
    IndexName: index,
    KeyConditionExpression: `${pk} = :list${part ? ` AND ${part.condition}` : ''}`,
    ExpressionAttributeValues: { ':list': partition, ...(part && { ':part': part.value }) },
    ScanIndexForward: false,
    Limit: limit,
    ...(start && {
      ExclusiveStartKey: { ...keyOf(start.split('#').at(-1)!), [pk]: partition, [sk]: start },
    }),
  });
  const last = lastKey?.[sk] as string | undefined;
  return { items, next: last && encodeCursor(last) };
}
