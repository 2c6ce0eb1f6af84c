/** DynamoDB behind a connection that is cut at a chosen write, as if the calling process had crashed. */
import { Agent, createServer, request as send, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#functions/aws/table/table.ts';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { listen } from '#infra/local/system/listen.ts';
import { LOCAL_TABLE, startDynoxide } from '#infra/local/table/table.ts';

const WRITES = /\.(PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchWriteItem)$/;
/** An error that the SDK does not retry. */
const REFUSAL = JSON.stringify({ __type: 'AccessDeniedException', message: 'The process is dead' });

/** `before`: the write is not executed; `after`: it is, but the response never arrives. */
export type KillMoment = 'before' | 'after';

export interface KillableDatabase extends AsyncDisposable {
  /** For `AWS_ENDPOINT_URL_DYNAMODB`. */
  readonly endpoint: string;
  /** The table over another connection, which is never cut. */
  readonly table: Table;
  /** Makes the process die at its `n`th write from now on, counted from 1. */
  dieAt(n: number, moment: KillMoment): void;
  /** Returns whether it has died since `dieAt`; from now on every write succeeds. */
  revive(): boolean;
}

/** Stores its data in `dataDir`. `kill` ends the process; without it, its requests are refused until it is revived. */
export async function startKillableDatabase(
  dataDir: string,
  kill: () => Promise<void> = async () => {},
): Promise<KillableDatabase> {
  await using started = new AsyncDisposableStack();
  const database = await startDynoxide(dataDir);
  started.defer(() => database.close());
  const agent = new Agent({ keepAlive: true });
  started.defer(() => agent.destroy());
  const behind = { ...urlParts(database.endpoint), agent };
  let [left, moment, isDead]: [number, KillMoment, boolean] = [Infinity, 'before', false];

  /** Returns whether it dies at this request. */
  const isLast = (request: IncomingMessage): boolean => {
    if (isDead || !WRITES.test(String(request.headers['x-amz-target']))) return false;
    left -= 1;
    return left === 0;
  };
  const die = async (): Promise<void> => {
    isDead = true;
    await kill();
  };
  const forward = async ({ method, url, headers }: IncomingMessage, body: Buffer) => {
    const passed = send({ ...behind, method, path: url, headers });
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      passed.once('response', resolve).once('error', reject),
    );
    passed.end(body);
    const answer = await answered;
    return { status: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer) };
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await buffer(request);
      const dies = isLast(request);
      const isLost = isDead || (dies && moment === 'before');
      const forwarded = isLost ? null : await forward(request, body);
      if (dies) await die();
      if (forwarded && !isDead) response.writeHead(forwarded.status, forwarded.headers).end(forwarded.body);
      else response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(REFUSAL);
    };
    answer().catch(() => response.destroy());
  });
  const listening = await listen(server, { host: '127.0.0.1', port: 0 });
  started.defer(() => listening.close());
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'of this test' };
  const dynamoDb = new DynamoDBClient({ endpoint: database.endpoint, region: LOCAL_REGION, credentials });
  started.defer(() => dynamoDb.destroy());
  const client = DynamoDBDocumentClient.from(dynamoDb, { marshallOptions: { removeUndefinedValues: true } });
  const everything = started.move();
  return {
    endpoint: listening.endpoint,
    table: { client, TableName: LOCAL_TABLE, onChannelChange: null },
    dieAt: (n, at) => {
      [left, moment, isDead] = [n, at, false];
    },
    revive: () => {
      const hasDied = isDead;
      [left, isDead] = [Infinity, false];
      return hasDied;
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

function urlParts(url: string) {
  const { hostname, port } = new URL(url);
  return { hostname, port };
}
