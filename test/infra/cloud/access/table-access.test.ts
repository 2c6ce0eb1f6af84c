import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';
import {
  READ_OPERATIONS,
  tableAccess,
  WRITE_OPERATIONS,
  type TableAccess,
} from '#infra/agreed/table-access.ts';
import { AwsError } from '#infra/local/aws/aws-error.ts';
import { checkAccess, codeRoles } from '#infra/local/table/access.ts';
import { isAllowed } from '#test/support/site/stack/iam-evaluation.ts';
import { resources, statementsOf } from '#test/support/site/stack/site-queries.ts';
import { PROJECT_ROOT, synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();
const [tableId] = Object.keys(resources(site, 'AWS::DynamoDB::GlobalTable'));
const names = Object.keys(lambdas) as LambdaName[];
const access: Readonly<Record<LambdaName, TableAccess>> = tableAccess;

const DOCUMENT = readFileSync(join(PROJECT_ROOT, 'docs/table.md'), 'utf8');
const keysOf = (text: string): string[] =>
  [...text.matchAll(/`([A-Z][A-Z_]*)(#?)/g)].map(([, name = '', more]) => (more ? `${name}#*` : name));

/** Partition keys of the table and its indexes, from the document's headings and key columns. */
function documented(): { readonly ofTable: ReadonlySet<string>; readonly ofIndexes: ReadonlySet<string> } {
  const ofTable = new Set<string>();
  let column = -1;
  for (const line of DOCUMENT.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (line.startsWith('## ')) keysOf(line).forEach((key) => ofTable.add(key));
    if (cells[1] === 'Item') column = cells.indexOf('pk');
    else if (column > 0) keysOf(cells[column] ?? '').forEach((key) => ofTable.add(key));
  }
  const indexed = [...DOCUMENT.matchAll(/gsi\d (`[^`]+`)/g)].flatMap(([, key = '']) => keysOf(key));
  return { ofTable, ofIndexes: new Set(indexed) };
}

const { ofTable, ofIndexes } = documented();
const patternsOf = (name: LambdaName): string[] => [
  ...access[name].writes,
  ...access[name].reads,
  ...Object.keys(access[name].gets),
];
const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].toSorted();

describe('the access table and the table document', () => {
  test('have the same partitions, each written and read by a Lambda', () => {
    expect(ofTable.size).toBeGreaterThan(10);
    expect(ofIndexes.size).toBeGreaterThan(5);
    expect(sorted(names.flatMap(patternsOf))).toEqual(sorted([...ofTable, ...ofIndexes]));
    const written = new Set(names.flatMap((name) => [...access[name].writes]));
    expect([...ofTable].filter((key) => !written.has(key))).toEqual([]);
  });

  test('grant no key twice and no overlapping partitions', () => {
    for (const name of names) {
      const patterns = patternsOf(name);
      expect(new Set(patterns).size, name).toBe(patterns.length);
      for (const pattern of patterns) expect(pattern).toMatch(/^[A-Z_]+(#\*)?$/);
    }
  });
});

const KEYS = sorted([...ofTable, ...ofIndexes, 'SOMETHING_ELSE#*']).map((key) => key.replace('*', 'one'));

type Named = readonly string[] | undefined;

/** Evaluates the policy of the stack's role. `named` are the attributes of a projection; without it, all. */
const isGranted = (
  name: LambdaName,
  operation: string,
  key: string,
  named?: Named,
  select: Readonly<Record<string, string>> = {
    'dynamodb:Select': named ? 'SPECIFIC_ATTRIBUTES' : 'ALL_ATTRIBUTES',
  },
): boolean =>
  isAllowed(statementsOf(site, name) as never[], {
    action: `dynamodb:${operation}`,
    resource: { 'Fn::GetAtt': [tableId, 'Arn'] },
    context: {
      'dynamodb:LeadingKeys': [key],
      ...select,
      ...(named && { 'dynamodb:Attributes': ['pk', 'sk', ...named] }),
    },
  });

/** Evaluates the request with the local table's door. */
function isLetThrough(name: LambdaName, operation: string, key: string, named?: Named): boolean {
  const pk = { S: key };
  const query = { KeyConditionExpression: 'pk = :key', ExpressionAttributeValues: { ':key': pk } };
  const asked =
    operation === 'Query'
      ? { call: operation, input: query }
      : operation === 'ConditionCheckItem'
        ? { call: 'TransactWriteItems', input: { TransactItems: [{ ConditionCheck: { Key: { pk } } }] } }
        : operation === 'BatchGetItem'
          ? { call: operation, input: { RequestItems: { table: { Keys: [{ pk }] } } } }
          : { call: operation, input: { Key: { pk, sk: { S: 'ITEM' } }, ...(named && projected(named)) } };
  try {
    checkAccess(
      codeRoles,
      { secretAccessKey: '', lambda: name },
      `DynamoDB_20120810.${asked.call}`,
      JSON.stringify(asked.input),
    );
    return true;
  } catch (error) {
    if (error instanceof AwsError && error.name === 'AccessDeniedException') return false;
    throw error;
  }
}

/** A projection: every second attribute through a name placeholder with a nested path, the others by name. */
const projected = (named: readonly string[]) => ({
  ProjectionExpression: named.map((name, at) => (at % 2 === 0 ? `#n${at}.part[0]` : name)).join(', '),
  ExpressionAttributeNames: Object.fromEntries(named.map((name, at) => [`#n${at}`, name])),
});

describe.each(names)('the %s Lambda', (name) => {
  test.each([...READ_OPERATIONS, ...WRITE_OPERATIONS, 'Scan', 'BatchWriteItem'])(
    'may %s the same items in AWS as locally',
    (operation) => {
      const both = KEYS.map((key) => [key, isGranted(name, operation, key)]);
      expect(KEYS.map((key) => [key, isLetThrough(name, operation, key)])).toEqual(both);
    },
  );

  test('may read items that it writes and items that it only reads in one request', () => {
    const { writes, reads, without = [] } = access[name];
    if (without.includes('BatchGetItem')) return;
    const keys = [...writes, ...reads].map((pattern) => pattern.replace('*', 'one'));
    if (keys.length === 0) return;
    const request = {
      action: 'dynamodb:BatchGetItem',
      resource: { 'Fn::GetAtt': [tableId, 'Arn'] },
      context: { 'dynamodb:LeadingKeys': keys },
    };
    expect(isAllowed(statementsOf(site, name) as never[], request)).toBe(true);
    const Keys = keys.map((key) => ({ pk: { S: key } }));
    const body = JSON.stringify({ RequestItems: { table: { Keys } } });
    checkAccess(codeRoles, { secretAccessKey: '', lambda: name }, 'DynamoDB_20120810.BatchGetItem', body);
  });

  test('has no access to other partitions', () => {
    for (const operation of ['GetItem', 'PutItem', 'Query'])
      expect(isGranted(name, operation, 'SOMETHING_ELSE#one')).toBe(false);
  });
});

test('only the account and deletion Lambdas read who has an e-mail address', () => {
  const granted = names.filter((name) => isGranted(name, 'GetItem', 'EMAIL#one'));
  expect(granted).toEqual(['accounts', 'events']);
});

test('only these also read who has a second factor', () => {
  const granted = names.filter((name) => isGranted(name, 'GetItem', 'SECOND_FACTOR#one'));
  expect(granted).toEqual(['accounts', 'events']);
});

describe('the pages Lambda', () => {
  const read = tableAccess.pages.gets;
  const opened = (key: string, named: Named) => [
    isGranted('pages', 'GetItem', key, named),
    isLetThrough('pages', 'GetItem', key, named),
  ];

  test('reads public data and bans, and writes nothing', () => {
    expect(Object.keys(read)).toEqual([
      'USERNAME#*',
      'CHANNEL#*',
      'VIDEO#*',
      'CATEGORY#*',
      'CLIP#*',
      'PLAYLIST#*',
      'STREAM_REPLAY#*',
      'ROOM#*',
    ]);
    for (const [pattern, named] of Object.entries(read))
      expect([pattern, ...opened(pattern.replace('*', 'one'), named)]).toEqual([pattern, true, true]);
    for (const operation of WRITE_OPERATIONS)
      expect(KEYS.filter((key) => isGranted('pages', operation, key))).toEqual([]);
  });

  test('reads public data whether or not a GetItem has the key Select, and no account row by its name', () => {
    for (const select of [{}, { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' }]) {
      for (const [pattern, named] of Object.entries(read))
        expect(isGranted('pages', 'GetItem', pattern.replace('*', 'one'), named, select), pattern).toBe(true);
      expect(isGranted('pages', 'GetItem', 'CHANNEL#one', ['id', 'email'], select)).toBe(false);
    }
  });

  test('cannot read account rows in a channel’s partition', () => {
    const account = ['email', 'is_unverified', 'is_leaving', 'is_moderator', 'suspended', 'stream_key'];
    for (const named of [undefined, ...account.map((name) => ['id', name]), account])
      expect([named, ...opened('CHANNEL#one', named)]).toEqual([named, false, false]);
    for (const key of KEYS) expect([key, ...opened(key, undefined)]).toEqual([key, false, false]);
  });
});
