import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lambdas, type LambdaName } from '../../../functions/lambdas.ts';
import {
  READ_OPERATIONS,
  tableAccess,
  WRITE_OPERATIONS,
  type TableAccess,
} from '../../../infra/agreed/table-access.ts';
import { AwsError } from '../../../infra/local/aws/aws-error.ts';
import { checkAccess } from '../../../infra/local/table/access.ts';
import { isAllowed } from '../../support/stack/iam-evaluation.ts';
import { resources, statementsOf } from '../../support/stack/site-queries.ts';
import { PROJECT_ROOT, synthesizeSite } from '../../support/stack/site.ts';

const site = synthesizeSite();
const [tableId] = Object.keys(resources(site, 'AWS::DynamoDB::GlobalTable'));
const names = Object.keys(lambdas) as LambdaName[];
const access: Readonly<Record<LambdaName, TableAccess>> = tableAccess;

const DOCUMENT = readFileSync(join(PROJECT_ROOT, 'docs/table.md'), 'utf8');
const keysOf = (text: string): string[] =>
  [...text.matchAll(/`([A-Z][A-Z_]*)(#?)/g)].map(([, name = '', more]) => (more ? `${name}#*` : name));

/** Partition keys of the table, from headings and from the columns that are called so; and those of its indexes. */
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
  ...access[name].gets,
];
const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].toSorted();

describe('the table of access and the document of the table', () => {
  test('know the same partitions: each is written by a Lambda, each of an index is read by one', () => {
    expect(ofTable.size).toBeGreaterThan(10);
    expect(ofIndexes.size).toBeGreaterThan(5);
    expect(sorted(names.flatMap(patternsOf))).toEqual(sorted([...ofTable, ...ofIndexes]));
    const written = new Set(names.flatMap((name) => [...access[name].writes]));
    expect([...ofTable].filter((key) => !written.has(key))).toEqual([]);
  });

  test('no key is given twice, nor more of a partition than its own', () => {
    for (const name of names) {
      const patterns = patternsOf(name);
      expect(new Set(patterns).size, name).toBe(patterns.length);
      for (const pattern of patterns) expect(pattern).toMatch(/^[A-Z_]+(#\*)?$/);
    }
  });
});

const KEYS = sorted([...ofTable, ...ofIndexes, 'SOMETHING_ELSE#*']).map((key) => key.replace('*', 'one'));

/** As the role of the stack has it. */
const isGranted = (name: LambdaName, operation: string, key: string): boolean =>
  isAllowed(statementsOf(site, name) as never[], {
    action: `dynamodb:${operation}`,
    resource: { 'Fn::GetAtt': [tableId, 'Arn'] },
    context: { 'dynamodb:LeadingKeys': [key] },
  });

/** As the door of the one machine has it. */
function isLetThrough(name: LambdaName, operation: string, key: string): boolean {
  const pk = { S: key };
  const query = { KeyConditionExpression: 'pk = :key', ExpressionAttributeValues: { ':key': pk } };
  const asked =
    operation === 'Query'
      ? { call: operation, input: query }
      : operation === 'ConditionCheckItem'
        ? { call: 'TransactWriteItems', input: { TransactItems: [{ ConditionCheck: { Key: { pk } } }] } }
        : operation === 'BatchGetItem'
          ? { call: operation, input: { RequestItems: { table: { Keys: [{ pk }] } } } }
          : { call: operation, input: { Key: { pk } } };
  try {
    checkAccess(name, `DynamoDB_20120810.${asked.call}`, JSON.stringify(asked.input));
    return true;
  } catch (error) {
    if (error instanceof AwsError && error.name === 'AccessDeniedException') return false;
    throw error;
  }
}

describe.each(names)('the %s Lambda', (name) => {
  test.each([...READ_OPERATIONS, ...WRITE_OPERATIONS, 'Scan', 'BatchWriteItem'])(
    'may %s the same in AWS as on one machine',
    (operation) => {
      const both = KEYS.map((key) => [key, isGranted(name, operation, key)]);
      expect(KEYS.map((key) => [key, isLetThrough(name, operation, key)])).toEqual(both);
    },
  );

  test('may do nothing with partitions that it has no business with', () => {
    for (const operation of ['GetItem', 'PutItem', 'Query'])
      expect(isGranted(name, operation, 'SOMETHING_ELSE#one')).toBe(false);
  });
});

test('only who serves accounts, and who takes deleted ones away, reads who has an e-mail address', () => {
  const granted = names.filter((name) => isGranted(name, 'GetItem', 'EMAIL#one'));
  expect(granted).toEqual(['accounts', 'events']);
});

test('only they read whether somebody has a second factor, too', () => {
  const granted = names.filter((name) => isGranted(name, 'GetItem', 'SECOND_FACTOR#one'));
  expect(granted).toEqual(['accounts', 'events']);
});

test('pages reads whose names are, channels, videos and categories, and writes nothing', () => {
  const read = ['CATEGORY#one', 'CHANNEL#one', 'USERNAME#one', 'VIDEO#one'];
  expect(KEYS.filter((key) => isGranted('pages', 'GetItem', key))).toEqual(read);
  for (const operation of WRITE_OPERATIONS)
    expect(KEYS.filter((key) => isGranted('pages', operation, key))).toEqual([]);
});
