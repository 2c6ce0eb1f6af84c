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
import { startDoor } from './door.ts';
import { dynoxidePath } from './dynoxide.ts';
import type { StreamListener } from './fresh-items.ts';
import { type Address, hiddenAddress } from './hidden-address.ts';
import { startThreadedDoor } from './threaded-door.ts';

export const LOCAL_TABLE = 'fanfare';

/** A machine that has much else to do takes its time. */
const START_TIMEOUT_MS = 60_000;
/** How many places dynoxide is offered. */
const PLACES = 5;

export interface LocalTable {
  readonly endpoint: string;
  readonly tableName: string;
  close(): Promise<void>;
}

export interface TableOptions {
  /** Where dynoxide may listen. */
  readonly findPlace?: () => Promise<Address>;
  /** Receives what the table's stream would deliver. @default none */
  readonly listener?: StreamListener | undefined;
  /** Whether the door has a thread of its own. @default no, as it takes longer to start */
  readonly isThreaded?: boolean;
  /** Of a new table. @default as the code has it */
  readonly schema?: TableSchema | undefined;
  /** Of the Lambdas. @default as the code has them */
  readonly roles?: Roles | undefined;
  /** A database that runs already. @default a new one, with its data in `dataDir` */
  readonly database?: Database | undefined;
}

/** Takes anybody's word. */
export interface Database {
  readonly endpoint: string;
  close(): Promise<void>;
}

/**
 * DynamoDB on this machine: dynoxide in a child process, its data in `dataDir`, with Fanfare's table in it and a door
 * before it. Where `AWS_ENDPOINT_URL_DYNAMODB` names a DynamoDB Local, as the set-up does on platforms without dynoxide,
 * that is used instead.
 */
export async function startTable(
  dataDir: string,
  credentials: Credentials,
  { findPlace = hiddenAddress, listener, isThreaded = false, schema, roles, database }: TableOptions = {},
): Promise<LocalTable> {
  await using started = new AsyncDisposableStack();
  const server = database ?? givenDatabase() ?? (await startDynoxide(dataDir, findPlace));
  started.defer(() => server.close());
  const start = isThreaded ? startThreadedDoor : startDoor;
  const { endpoint, close } = await start({ database: server.endpoint, credentials, roles, listener });
  started.defer(() => close());
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials });
  started.defer(() => client.destroy());
  await createTable(client, LOCAL_TABLE, schema);
  const running = started.move();
  return { endpoint, tableName: LOCAL_TABLE, close: () => running.disposeAsync() };
}

/** The DynamoDB Local that the environment names. */
function givenDatabase(): Database | undefined {
  const endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  return endpoint === undefined ? undefined : { endpoint, close: async () => {} };
}

/**
 * The database alone, which takes anybody's word. Where somebody takes the place before dynoxide has it, such as another site that looks whether it is free, dynoxide ends
 * at once, and is offered another.
 */
export async function startDynoxide(
  dataDir: string,
  findPlace: () => Promise<Address> = hiddenAddress,
): Promise<Database> {
  const late = AbortSignal.timeout(START_TIMEOUT_MS);
  for (let place = 1; place <= PLACES && !late.aborted; place += 1) {
    const { endpoint, ended, close } = runDynoxide(dataDir, await findPlace());
    if (await isAnswering(endpoint, AbortSignal.any([late, ended]))) return { endpoint, close };
    await close();
  }
  throw new Error('DynamoDB (dynoxide) did not start; see dynoxide.log in the data folder');
}

function runDynoxide(dataDir: string, { host, port }: Address) {
  const tether = fileURLToPath(new URL('../system/tether.ts', import.meta.url));
  const args = ['serve', '--host', host, '--port', String(port), '--db-path', join(dataDir, 'table.sqlite')];
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

/** Whether something answers there before it is given up. */
async function isAnswering(endpoint: string, givenUp: AbortSignal): Promise<boolean> {
  while (!givenUp.aborted) {
    if (await answers(endpoint, givenUp)) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

/** By a request of Node's own, as `fetch` goes where browsers go. */
function answers(endpoint: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(endpoint, { signal }, (answer) => {
      answer.resume();
      resolve(true);
    });
    request.on('error', () => resolve(false));
  });
}
