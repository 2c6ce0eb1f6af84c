import type { Signed } from '../authentication/authenticate.ts';
import { readCount, readEncoding } from '../protocol/list-parameters.ts';
import { invalidArgument } from '../protocol/s3-errors.ts';
import type { Answer } from '../protocol/s3-request.ts';
import { xmlDocument, type Xml } from '../protocol/s3-xml.ts';
import type { ObjectsIndex, StoredObject } from '../state/objects-index.ts';
import type { Storage } from '../state/storage-context.ts';

/** ListObjectsV2: keys in the order of their UTF-8 bytes. Keys that share a prefix up to the delimiter are grouped. */
export function listObjects({ index }: Storage, { request }: Signed): Answer {
  const { bucket, query } = request;
  const encode = readEncoding(query);
  const maxKeys = readCount(query, 'max-keys');
  const token = query.get('continuation-token');
  const [prefix, delimiter, startAfter] = ['prefix', 'delimiter', 'start-after'].map(
    (name) => query.get(name) ?? '',
  ) as [string, string, string];
  const start = token === undefined ? afterKey(startAfter) : readToken(token);
  const page = readPage(index, { bucket, prefix, delimiter, start, maxKeys });
  const encoded = (name: string, value: string): Xml => [name, value === '' ? undefined : encode(value)];
  const entries = page.entries.map((entry): Xml =>
    typeof entry === 'string'
      ? ['CommonPrefixes', [['Prefix', encode(entry)]]]
      : contents(entry, encode, query.get('fetch-owner') === 'true'),
  );
  const body = xmlDocument('ListBucketResult', [
    ['Name', bucket],
    ['Prefix', encode(prefix)],
    encoded('Delimiter', delimiter),
    encoded('StartAfter', startAfter),
    ['ContinuationToken', token],
    ['NextContinuationToken', page.next && writeToken(page.next)],
    ['EncodingType', query.get('encoding-type')],
    ['KeyCount', entries.length],
    ['MaxKeys', maxKeys],
    ['IsTruncated', page.next !== undefined],
    ...entries,
  ]);
  return { status: 200, body };
}

const contents = (object: StoredObject, encode: (key: string) => string, withOwner: boolean): Xml => [
  'Contents',
  [
    ['Key', encode(object.key)],
    ['LastModified', new Date(object.modifiedMs).toISOString()],
    ['ETag', `"${object.etag}"`],
    ['ChecksumAlgorithm', object.checksum?.algorithm],
    ['ChecksumType', object.checksum && 'FULL_OBJECT'],
    ['Size', object.sizeBytes],
    ['Owner', withOwner ? [['ID', 'fanfare']] : undefined],
    ['StorageClass', 'STANDARD'],
  ],
];

interface PageOptions {
  readonly bucket: string;
  readonly prefix: string;
  readonly delimiter: string;
  readonly start: Buffer;
  readonly maxKeys: number;
}

/** Returns objects and common prefixes in order. `next` is the start of the next page, if there is one. */
function readPage(
  index: ObjectsIndex,
  { bucket, prefix, delimiter, start, maxKeys }: PageOptions,
): { readonly entries: (StoredObject | string)[]; readonly next: Buffer | undefined } {
  const end = afterPrefix(prefix);
  const entries: (StoredObject | string)[] = [];
  let from = laterOf(start, Buffer.from(prefix));
  for (;;) {
    const object = maxKeys > 0 ? index.firstObject(bucket, from, end) : undefined;
    if (!object) return { entries, next: undefined };
    if (entries.length === maxKeys) return { entries, next: from };
    const at = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    const common = at === -1 ? undefined : object.key.slice(0, at + delimiter.length);
    entries.push(common ?? object);
    from = common === undefined ? afterKey(object.key) : afterPrefix(common);
  }
}

const TOKEN_VERSION = '1';

const writeToken = (from: Buffer): string => TOKEN_VERSION + from.toString('base64url');

function readToken(token: string): Buffer {
  const from = Buffer.from(token.slice(1), 'base64url');
  if (token !== '' && writeToken(from) === token) return from;
  throw invalidArgument('The continuation token provided is incorrect', 'continuation-token');
}

/** Returns the smallest bytes greater than the key, or no bytes if it is empty. */
const afterKey = (key: string): Buffer =>
  key === '' ? Buffer.alloc(0) : Buffer.concat([Buffer.from(key), Buffer.of(0)]);

/** Returns the smallest bytes greater than all keys with the prefix; 0xFF does not occur in UTF-8. */
function afterPrefix(prefix: string): Buffer {
  if (prefix === '') return Buffer.of(0xff);
  const bytes = Buffer.from(prefix);
  bytes[bytes.length - 1]! += 1;
  return bytes;
}

const laterOf = (first: Buffer, second: Buffer): Buffer =>
  Buffer.compare(first, second) > 0 ? first : second;
