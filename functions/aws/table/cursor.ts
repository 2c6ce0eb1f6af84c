import { ULID } from '#shared/plain/ulid.ts';
import { queryPage } from './read-items.ts';
import type { Key, Table } from './table.ts';
import type { PageRequest } from '#functions/base/page.ts';
import { DomainError } from '#functions/base/errors.ts';

/** Encodes the sort key after which the next page starts for the opaque `cursor` parameter. */
export const encodeCursor = (sortKey: string): string => Buffer.from(sortKey).toString('base64url');

/** `pattern` is the form of the list's sort keys. Throws `invalid_request` for an invalid cursor. */
export function decodeCursor(cursor: string, pattern: RegExp): string {
  const sortKey = Buffer.from(cursor, 'base64url').toString();
  if (!pattern.test(sortKey)) throw new DomainError('invalid_request', 'not_valid', { field: 'cursor' });
  return sortKey;
}

/** `<created_at>#<id>` */
const TIME_RANK = new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z#${ULID}$`);

/** A list in an index, in descending order. Its sort keys end in `#<id>`. */
export interface RankedList {
  readonly index: 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4';
  readonly partition: string;
  /** The form of its sort keys. @default `<created_at>#<id>` */
  readonly pattern?: RegExp;
  readonly keyOf: (id: string) => Key;
  /** A condition on the sort key, with its value as `:range`. @default all */
  readonly range?: { readonly condition: string; readonly value: string } | undefined;
}

export async function readPage<T>(
  table: Table,
  { index, partition, pattern = TIME_RANK, keyOf, range }: RankedList,
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
