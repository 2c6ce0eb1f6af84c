import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { TableSchema } from '#infra/agreed/table-schema.ts';
import { LOCAL_REGION, type Credentials } from '../aws/credentials.ts';
import type { Roles } from '../aws/iam/authorize.ts';
import { createTable } from './create-table.ts';
import { startTableProxy } from './table-proxy.ts';
import { dynoxidePath } from './dynoxide.ts';
import type { StreamListener } from './fresh-items.ts';
import { type Address, hiddenAddress } from './hidden-address.ts';
import { startTableProxyThread } from './table-proxy-thread.ts';

export const LOCAL_TABLE = 'fanfare';

/** A busy machine takes long. */
const START_TIMEOUT_MS = 60_000;
/** Number of addresses that dynoxide tries. */
const PLACES = 5;

export interface LocalTable {
  readonly endpoint: string;
  readonly tableName: string;
  close(): Promise<void>;
}

interface DynoxideOptions {
  /** Returns an address for dynoxide. */
  readonly findPlace?: () => Promise<Address>;
  /** Whether the data ends with the process. @default false */
  readonly isInMemory?: boolean;
}

export interface TableOptions extends Pick<DynoxideOptions, 'findPlace'> {
  /** Receives what the table's stream would deliver. @default none */
  readonly listener?: StreamListener | undefined;
  /** Whether the door runs in its own thread. @default no, because a thread takes longer to start */
  readonly isThreaded?: boolean;
  /** Schema of a new table. @default as in the code */
  readonly schema?: TableSchema | undefined;
  /** Roles of the Lambdas. @default as in the code */
  readonly roles?: Roles | undefined;
  /** A database that is already running. @default a new one, with its data in `dataDir` */
  readonly database?: Database | undefined;
}

/** A database that does not authenticate requests. */
export interface Database {
  readonly endpoint: string;
  close(): Promise<void>;
}

/**
 * Starts DynamoDB on this machine: dynoxide in a child process with its data in `dataDir`, Fanfare's table, and a door
 * in front of it. If `AWS_ENDPOINT_URL_DYNAMODB` names a DynamoDB Local, which the set-up sets on platforms without
 * dynoxide, it is used instead.
 */
export async function startTable(
  dataDir: string,
  credentials: Credentials,
  { findPlace = hiddenAddress, listener, isThreaded = false, schema, roles, database }: TableOptions = {},
): Promise<LocalTable> {
  await using started = new AsyncDisposableStack();
  const server = database ?? givenDatabase() ?? (await startDynoxide(dataDir, { findPlace }));
  started.defer(() => server.close());
  const start = isThreaded ? startTableProxyThread : startTableProxy;
  const { endpoint, close } = await start({ database: server.endpoint, credentials, roles, listener });
  started.defer(() => close());
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials });
  started.defer(() => client.destroy());
  await createTable(client, LOCAL_TABLE, schema);
  const running = started.move();
  return { endpoint, tableName: LOCAL_TABLE, close: () => running.disposeAsync() };
}

/** Returns the DynamoDB Local named in the environment. */
function givenDatabase(): Database | undefined {
  const endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  return endpoint === undefined ? undefined : { endpoint, close: async () => {} };
}

/**
 * Starts the database alone, which does not authenticate requests. Its log is in `dataDir`, and its data unless it keeps them in
 * memory. If another program takes the port first, for example another site that is starting, dynoxide exits immediately and is
 * started on another address.
 */
export async function startDynoxide(
  dataDir: string,
  { findPlace = hiddenAddress, isInMemory = false }: DynoxideOptions = {},
): Promise<Database> {
  const late = AbortSignal.timeout(START_TIMEOUT_MS);
  for (let place = 1; place <= PLACES && !late.aborted; place += 1) {
    const { endpoint, ended, close } = runDynoxide(dataDir, await findPlace(), isInMemory);
    if (await isAnswering(endpoint, AbortSignal.any([late, ended]))) return { endpoint, close };
    await close();
  }
  throw new Error('DynamoDB (dynoxide) did not start; see dynoxide.log in the data folder');
}

function runDynoxide(dataDir: string, { host, port }: Address, isInMemory: boolean) {
  const tether = fileURLToPath(new URL('../system/exit-with-parent.ts', import.meta.url));
  const data = isInMemory ? [] : ['--db-path', join(dataDir, 'table.sqlite')];
  const args = ['serve', '--host', host, '--port', String(port), ...data];
  const child = spawn(process.execPath, [tether, dynoxidePath(), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(dataDir, 'dynoxide.log'), { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ended = new AbortController();
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exit.then(() => ended.abort());
  return {
    endpoint: `http://${host}:${port}`,
    ended: ended.signal,
    close: async () => {
      child.stdin.end();
      await exit;
      log.end();
    },
  };
}

/** Polls until the server answers. Returns false when aborted. */
async function isAnswering(endpoint: string, givenUp: AbortSignal): Promise<boolean> {
  while (!givenUp.aborted) {
    if (await answers(endpoint, givenUp)) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

/** Uses Node's `http`, because `fetch` refuses the ports that browsers block. */
function answers(endpoint: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(endpoint, { signal }, (answer) => {
      answer.resume();
      resolve(true);
    });
    request.on('error', () => resolve(false));
  });
}
