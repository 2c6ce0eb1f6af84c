import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import dynalite from 'dynalite';
import { listen, type Listening } from '#infra/local/system/listen.ts';
import { wholeBody } from '#infra/local/system/whole-body.ts';
import { transactGet, transactWrite } from './transactions.ts';
import { callsOf, type Call, type Json, type TableAnswer, errorOf } from './wire.ts';

const EMULATED: Readonly<Record<string, (call: Call, input: Json) => Promise<TableAnswer>>> = {
  TransactWriteItems: transactWrite,
  TransactGetItems: transactGet,
};
/** Operations that dynalite does not support, and that do not affect items. */
const LEFT_OUT = new Set(['UpdateTimeToLive', 'DescribeTimeToLive', 'DescribeTable', 'ListTables']);

export interface Mirror extends Listening {
  /** Returns and clears the differences so far. */
  readonly takeDifferences: () => string[];
}

/**
 * Starts a proxy in front of the database at `endpoint`. It returns the database's responses, and also sends each
 * request to dynalite, one after another, so that both have the same order. Different responses are recorded. `plant`
 * introduces a fault in dynalite.
 */
export async function startMirror(
  endpoint: string,
  plant: (call: Call) => Call = (call) => call,
): Promise<Mirror> {
  const store = dynalite({ createTableMs: 0, deleteTableMs: 0 });
  const other = await listen(store, { host: '127.0.0.1', port: 0 });
  const first = callsOf(endpoint);
  const second = plant(callsOf(other.endpoint));
  const differences: string[] = [];
  const doneTokens = new Set<unknown>();

  const both = async (operation: string, input: Json): Promise<TableAnswer> => {
    const answer = await first(operation, input);
    const { ClientRequestToken: token } = input;
    // A repeated transaction is already done.
    if (LEFT_OUT.has(operation) || (token !== undefined && doneTokens.has(token))) return answer;
    const mirrored = await (EMULATED[operation]?.(second, input) ?? second(operation, input));
    if (token !== undefined && answer.status === 200) doneTokens.add(token);
    if (operation === 'CreateTable') return answer;
    const [one, another] = [comparable(operation, answer), comparable(operation, mirrored)];
    if (!isDeepStrictEqual(one, another)) differences.push(differenceOf(operation, input, one, another));
    return answer;
  };

  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    void wholeBody(request).then((body) => {
      const operation = request.headers['x-amz-target']?.toString().split('.').at(-1) ?? '';
      last = last
        .then(() => both(operation, JSON.parse(body.toString() || '{}') as Json))
        .then(
          ({ status, body: answer }) => {
            response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
            response.end(JSON.stringify(answer));
          },
          (error: unknown) => {
            // The database was or is being stopped.
            console.error('mirror:', error);
            response.destroy();
          },
        );
    });
  });
  const { close, ...listening } = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    ...listening,
    takeDifferences: () => differences.splice(0),
    close: async () => {
      await close();
      await other.close();
    },
  };
}

const differenceOf = (operation: string, input: Json, one: Json, another: Json): string =>
  [
    `${operation} ${JSON.stringify(input).slice(0, 1500)}`,
    `  dynoxide: ${JSON.stringify(one).slice(0, 1500)}`,
    `  dynalite: ${JSON.stringify(another).slice(0, 1500)}`,
  ].join('\n');

/**
 * Returns the part of a response that is the same in every DynamoDB: without messages, capacities and the page's last
 * key, with sorted sets, and with sorted items where DynamoDB does not define an order.
 */
function comparable(operation: string, answer: TableAnswer): Json {
  const { status, body } = answer;
  const error = errorOf(answer);
  if (error !== undefined) return { status, error, reasons: codesOf(body['CancellationReasons']) };
  const { ConsumedCapacity: _capacity, ItemCollectionMetrics: _metrics, ...members } = body;
  const { LastEvaluatedKey, UnprocessedKeys, UnprocessedItems, Items, ...rest } = members;
  const isOrdered = operation === 'Query' || operation === 'TransactGetItems';
  return {
    status,
    ...(canonical(isOrdered ? rest : sortLists(rest)) as Json),
    ...(Items !== undefined && {
      Items: isOrdered ? canonical(Items) : sorted(canonical(Items) as unknown[]),
    }),
    hasMore: LastEvaluatedKey !== undefined,
    unprocessed: Object.keys((UnprocessedKeys ?? UnprocessedItems ?? {}) as Json).length,
  };
}

const codesOf = (reasons: unknown): unknown =>
  (reasons as { Code?: string }[] | undefined)?.map(({ Code }) => Code ?? 'None');

/** `BatchGetItem` has no order. */
const sortLists = ({ Responses, ...rest }: Json): Json => ({
  ...rest,
  ...(Responses !== undefined && {
    Responses: Object.fromEntries(
      Object.entries(Responses as Json).map(([table, items]) => [
        table,
        sorted(canonical(items) as unknown[]),
      ]),
    ),
  }),
});

const sorted = (values: readonly unknown[]): unknown[] =>
  values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Sorts members and sets, and normalises numbers. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([name, one]) => {
      if (['SS', 'NS', 'BS'].includes(name) && Array.isArray(one)) return [name, one.toSorted()];
      if (name === 'N' && typeof one === 'string') return [name, String(Number(one))];
      return [name, canonical(one)];
    }),
  );
}
