/**
 * Wraps a Lambda's handler and counts its usage. `counted-site.ts` appends the parameters to this file's name. Posts
 * each count to a BroadcastChannel, because a Lambda runs in its own thread.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { BroadcastChannel } from 'node:worker_threads';
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { routeOf } from './tally.ts';

export interface CountedParameters {
  /** URL of the handler's module. */
  readonly handler: string;
  /** Name of the BroadcastChannel, which carries `Count`s. */
  readonly channel: string;
  /** Window length of transcoded broadcasts in ms; the Lambda's own if empty. */
  readonly window: string;
  /** Delay added to each request to the table, in ms. */
  readonly tableDelayMs: string;
}

export interface Count {
  readonly name: string;
  readonly amount: number;
}

/**
 * The purpose of an invocation: `work` has no request, `listening` authorises a subscription. Requests that are not
 * about broadcasts are identified by their route, for example `GET /api/streamers/{id}`.
 */
type Purpose = 'recorder' | 'playlist' | 'work' | 'listening' | `${string} /${string}`;

/** The used parts of an event; those of the HTTP API have a path. */
interface LambdaEvent {
  readonly rawPath?: string;
  readonly requestContext?: { readonly operation?: string; readonly http?: { readonly method: string } };
  readonly detail?: {
    readonly status?: string;
    readonly outputGroupDetails?: readonly { readonly outputDetails: readonly JobOutput[] }[];
  };
}

interface JobOutput {
  readonly outputFilePaths: readonly string[];
  readonly durationInMs: number;
}

type Handler = (event: LambdaEvent, context: unknown) => Promise<unknown>;

/** MediaConvert's price list: by the second, and at least this per output. */
const MIN_BILLED_S = 10;
const READS = /^(Get|Query|Scan|BatchGet|TransactGet)/;
const REFUSALS = ['ConditionalCheckFailedException', 'TransactionCanceledException'];

const purposes = new AsyncLocalStorage<Purpose>();
const parameters = new URL(import.meta.url).searchParams;
const parameter = (name: keyof CountedParameters): string => parameters.get(name) ?? '';

const TABLE_DELAY_MS = Number(parameter('tableDelayMs'));

const channel = new BroadcastChannel(parameter('channel'));
if (parameter('window') !== '') process.env['BROADCAST_WINDOW_MS'] = parameter('window');
countUnits();
const counted = (await import(parameter('handler'))) as { readonly handler: Handler };

export const handler: Handler = (event, context) => {
  const purpose = purposeOf(event);
  const startedMs = performance.now();
  const usage = process.threadCpuUsage();
  countOutputs(event);
  return purposes
    .run(purpose, () => counted.handler(event, context))
    .finally(() => {
      count(`invocations ${purpose}`);
      count(`seconds ${purpose}`, (performance.now() - startedMs) / 1000);
      const { user, system } = process.threadCpuUsage(usage);
      count(`processor seconds ${purpose}`, (user + system) / 1_000_000);
      count(`heap MB ${purpose}`, process.memoryUsage().heapUsed / 1e6);
    });
};

function count(name: string, amount = 1): void {
  channel.postMessage({ name, amount } satisfies Count);
}

function purposeOf({ rawPath, requestContext }: LambdaEvent): Purpose {
  if (rawPath === undefined) return requestContext?.operation ? 'listening' : 'work';
  if (!rawPath.startsWith('/api/browser-stream/'))
    return `${requestContext?.http?.method} /${routeOf(rawPath).slice(1)}`;
  return rawPath.endsWith('.m3u8') ? 'playlist' : 'recorder';
}

function countOutputs({ detail }: LambdaEvent): void {
  if (detail?.status !== 'COMPLETE') return;
  count('finished jobs');
  const outputs = (detail.outputGroupDetails ?? []).flatMap(({ outputDetails }) => outputDetails);
  for (const { outputFilePaths, durationInMs } of outputs) {
    if (outputFilePaths.some((path) => path.endsWith('.jpg'))) count('pictures');
    else count('billed seconds', Math.max(MIN_BILLED_S, Math.ceil(durationInMs / 1000)));
  }
}

/** Makes every client of the table report the cost of each call. */
function countUnits(): void {
  const open = DynamoDBDocumentClient.from.bind(DynamoDBDocumentClient);
  DynamoDBDocumentClient.from = (...options) => {
    const client = open(...options);
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
          if (TABLE_DELAY_MS > 0) await new Promise((resolve) => setTimeout(resolve, TABLE_DELAY_MS));
          const result = await next(args).catch((error: unknown) => {
            if (error instanceof Error && REFUSALS.includes(error.name))
              count(`refused ${purposes.getStore()}`);
            throw error;
          });
          const kind = READS.test(commandName) ? 'read' : 'written';
          count(`${kind} ${purposes.getStore()}`, unitsOf(result.output));
          return result;
        },
      { step: 'initialize' },
    );
    return client;
  };
}

function unitsOf(output: object): number {
  const { ConsumedCapacity: costs } = output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };
  return [costs ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
