import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DescribeTableCommand, DynamoDBClient, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#functions/aws/table/table.ts';
import { LOCAL_REGION, localCredentials } from '#infra/local/aws/credentials.ts';
import { dynoxidePath } from '#infra/local/table/dynoxide.ts';
import { LOCAL_TABLE, startTable } from '#infra/local/table/table.ts';

export interface OpenedTable {
  readonly table: Table;
  close(): Promise<void>;
}

/** Starts the local DynamoDB on `dataDir` and opens its table, without the environment that `openTable` reads. */
export async function startAndOpenTable(dataDir: string): Promise<OpenedTable> {
  const credentials = localCredentials(dataDir);
  const { endpoint, tableName, close } = await startTable(dataDir, credentials);
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  return {
    table: { client, TableName: tableName, onChannelChange: null },
    close: async () => {
      client.destroy();
      await close();
    },
  };
}

/** The same with these items in it. */
export async function startImportedTable(dataDir: string, items: Iterable<object>): Promise<OpenedTable> {
  await importItems(dataDir, items);
  return startAndOpenTable(dataDir);
}

/**
 * Writes the data of a local DynamoDB with these items, each key once. They come by dynoxide's import of a DynamoDB export,
 * some 25 µs each. By requests an item takes ten times that at first and ever more, since dynoxide reads all that the table's
 * stream has recorded at each write. Throws where there is no dynoxide for the platform.
 */
export async function importItems(dataDir: string, items: Iterable<object>): Promise<void> {
  const source = join(dataDir, 'export');
  const schema = join(dataDir, 'schema.json');
  const output = join(dataDir, 'table.sqlite');
  writeFileSync(schema, await describeNewTable(dataDir));
  // The layout is that of dynoxide's `import --help`: a folder for each table.
  writeExport(join(source, LOCAL_TABLE, 'data'), items);
  const args = ['import', '--source', source, '--schema', schema, '--output', output, '--force'];
  await promisify(execFile)(dynoxidePath(), args);
  rmSync(source, { recursive: true });
}

/** The schema that the local site makes, so that there is no second one. */
async function describeNewTable(dataDir: string): Promise<string> {
  const { table, close } = await startAndOpenTable(dataDir);
  const { Table } = await table.client.send(new DescribeTableCommand({ TableName: table.TableName }));
  await close();
  return JSON.stringify({ Table });
}

const LINES_AT_ONCE = 10_000;

/** Writes DynamoDB JSON, an item a line (Amazon DynamoDB Developer Guide, "DynamoDB table export output format"). */
function writeExport(folder: string, items: Iterable<object>): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'items.json');
  let lines: string[] = [];
  const flush = (): void => {
    appendFileSync(path, lines.join(''));
    lines = [];
  };
  for (const item of items) {
    lines.push(`${JSON.stringify({ Item: attributesOf(item) })}\n`);
    if (lines.length === LINES_AT_ONCE) flush();
  }
  flush();
}

const attributesOf = (item: object): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, toAttribute(value)] as const],
    ),
  );

/** Of the kinds of values that channels, known words and broadcasts have. Throws on others. */
function toAttribute(value: unknown): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof Set) return { SS: [...value].map(String) };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  if (typeof value === 'object') return { M: attributesOf(value) };
  throw new TypeError(`There is no attribute for ${JSON.stringify(value)}`);
}
