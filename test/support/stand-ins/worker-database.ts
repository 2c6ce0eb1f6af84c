import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { LOCAL_TABLE, startDynoxide, type Database } from '#infra/local/table/table.ts';
import { oncePerWorker } from '../once-per-worker.ts';

/** This worker's databases without tables. Starting one takes longer than emptying it. */
const idle = oncePerWorker('idle databases', (): Database[] => []);

/** Returns an empty database for the caller's exclusive use until it is closed. It ends with the worker. */
export async function openWorkerDatabase(): Promise<Database> {
  const database = idle.pop() ?? (await startDynoxide(newFolder(), { isInMemory: true }));
  return {
    endpoint: database.endpoint,
    close: async () => {
      await deleteTable(database.endpoint);
      idle.push(database);
    },
  };
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'fanfare-table-'));

async function deleteTable(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'of the tests' };
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials });
  await client.send(new DeleteTableCommand({ TableName: LOCAL_TABLE }));
  client.destroy();
}
