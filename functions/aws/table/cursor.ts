import { ULID } from '#shared/plain/ulid.ts';
import { queryPage } from './read-items.ts';
import type { Key, Table } from './table.ts';
import type { PageRequest } from '#functions/base/page.ts';
import { DomainError } from '#functions/base/errors.ts';
import { derivedKey, keysIn, macOf } from '#functions/base/mac.ts';
import { sealer } from '#functions/base/sealer.ts';

/** The forms of cursors. */
export interface Cursors {
  /** Encodes the sort key after which the next page starts for the opaque `cursor` parameter. */
  readonly encode: (sortKey: string) => string;
  /** `pattern` is the form of the list's sort keys. Throws `invalid_request` for an invalid cursor. */
  readonly decode: (cursor: string, pattern: RegExp) => string;
}

/** Of most lists: base64url. */
export const encodeCursor = (sortKey: string): string => Buffer.from(sortKey).toString('base64url');

export const decodeCursor = (cursor: string, pattern: RegExp): string =>
  validated(Buffer.from(cursor, 'base64url').toString(), pattern);

function validated(sortKey: string | null, pattern: RegExp): string {
  if (sortKey === null || !pattern.test(sortKey))
    throw new DomainError('invalid_request', 'not_valid', { field: 'cursor' });
  return sortKey;
}

const READABLE: Cursors = { encode: encodeCursor, decode: decodeCursor };

/**
 * Cursors that neither show their sort key nor can be made by others, who would find a number in it by trying. Each sort key
 * has one, so that caches keep the pages. `keys` are joined by a comma: the first seals, all open.
 */
export function sealedCursors(keys: string): Cursors {
  const nonceKey = derivedKey(keysIn(keys)[0], 'fanfare cursor nonce');
  const { seal, open } = sealer(keys, {
    purpose: 'fanfare cursor',
    nonceOf: (sortKey) => macOf(nonceKey, sortKey),
  });
  const openOrNull = (cursor: string): string | null => {
    try {
      return open(cursor, '');
    } catch {
      return null;
    }
  };
  return {
    encode: (sortKey) => seal(sortKey, ''),
    decode: (cursor, pattern) => validated(openOrNull(cursor), pattern),
  };
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
  /** @default readable */
  readonly cursors?: Cursors | undefined;
  /** A condition on the sort key, with its value as `:range`. @default all */
  readonly range?: { readonly condition: string; readonly value: string } | undefined;
}

export async function readPage<T>(
  table: Table,
  { index, partition, pattern = TIME_RANK, keyOf, cursors = READABLE, range }: RankedList,
  { limit, cursor }: PageRequest,
): Promise<{ readonly items: T[]; readonly next: string | undefined }> {
  const start = cursor === undefined ? undefined : cursors.decode(cursor, pattern);
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
  return { items, next: last && cursors.encode(last) };
}
