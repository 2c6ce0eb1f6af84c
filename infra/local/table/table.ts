import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_REGION, type Credentials } from '../aws/credentials.ts';
import { createTable } from './create-table.ts';
import { dynoxidePath } from './dynoxide.ts';

export const LOCAL_TABLE = 'fanfare';

const START_TIMEOUT_MS = 15_000;

export interface LocalTable {
  readonly endpoint: string;
  readonly tableName: string;
  close(): Promise<void>;
}

/**
 * DynamoDB on this machine: dynoxide in a child process, its data in `dataDir`, and Fanfare's table in it. Where
 * `AWS_ENDPOINT_URL_DYNAMODB` names a DynamoDB Local, as the set-up does on platforms without dynoxide, that is used
 * instead.
 */
export async function startTable(dataDir: string, credentials: Credentials): Promise<LocalTable> {
  const given = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  const server = given ? { endpoint: given, close: async () => {} } : await startDynoxide(dataDir);
  const client = new DynamoDBClient({ endpoint: server.endpoint, region: LOCAL_REGION, credentials });
  await createTable(client, LOCAL_TABLE);
  client.destroy();
  return { ...server, tableName: LOCAL_TABLE };
}

async function startDynoxide(dataDir: string) {
  const port = await freePort();
  const tether = fileURLToPath(new URL('../system/tether.ts', import.meta.url));
  const args = [
    'serve',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--db-path',
    join(dataDir, 'table.sqlite'),
  ];
  const child = spawn(process.execPath, [tether, dynoxidePath(), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(dataDir, 'dynoxide.log'), { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endpoint = `http://127.0.0.1:${port}`;
  await untilAnswering(endpoint, ended);
  return {
    endpoint,
    close: async () => {
      child.stdin.end();
      await ended;
      log.end();
    },
  };
}

async function untilAnswering(endpoint: string, ended: Promise<void>): Promise<void> {
  const tries = new AbortController();
  void ended.then(() => tries.abort());
  const timer = setTimeout(() => tries.abort(), START_TIMEOUT_MS);
  try {
    while (!tries.signal.aborted) {
      const answers = await fetch(endpoint, { signal: tries.signal }).then(
        () => true,
        () => false,
      );
      if (answers) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error('DynamoDB (dynoxide) did not start; see dynoxide.log in the data folder');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
