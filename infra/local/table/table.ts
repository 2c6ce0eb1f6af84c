import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_REGION, type Credentials } from '../aws/credentials.ts';
import { createTable } from './create-table.ts';
import { startDoor } from './door.ts';
import { dynoxidePath } from './dynoxide.ts';
import { hiddenAddress } from './hidden-address.ts';

export const LOCAL_TABLE = 'fanfare';

const START_TIMEOUT_MS = 15_000;

export interface LocalTable {
  readonly endpoint: string;
  readonly tableName: string;
  close(): Promise<void>;
}

/**
 * DynamoDB on this machine: dynoxide in a child process, its data in `dataDir`, with Fanfare's table in it and a door
 * before it. Where `AWS_ENDPOINT_URL_DYNAMODB` names a DynamoDB Local, as the set-up does on platforms without dynoxide,
 * that is used instead.
 */
export async function startTable(dataDir: string, credentials: Credentials): Promise<LocalTable> {
  const given = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  await using started = new AsyncDisposableStack();
  const server = given ? { endpoint: given, close: async () => {} } : await startDynoxide(dataDir);
  started.defer(() => server.close());
  const { endpoint, close } = await startDoor({ database: server.endpoint, credentials });
  started.defer(() => close());
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials });
  started.defer(() => client.destroy());
  await createTable(client, LOCAL_TABLE);
  const running = started.move();
  return { endpoint, tableName: LOCAL_TABLE, close: () => running.disposeAsync() };
}

async function startDynoxide(dataDir: string) {
  const { host, port } = await hiddenAddress();
  const tether = fileURLToPath(new URL('../system/tether.ts', import.meta.url));
  const args = ['serve', '--host', host, '--port', String(port), '--db-path', join(dataDir, 'table.sqlite')];
  const child = spawn(process.execPath, [tether, dynoxidePath(), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(dataDir, 'dynoxide.log'), { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endpoint = `http://${host}:${port}`;
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
      if (await answers(endpoint)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error('DynamoDB (dynoxide) did not start; see dynoxide.log in the data folder');
}

/** By a request of Node's own, as `fetch` goes where browsers go. */
function answers(endpoint: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(endpoint, (answer) => {
      answer.resume();
      resolve(true);
    });
    asked.on('error', () => resolve(false));
  });
}
