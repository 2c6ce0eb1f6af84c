import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import dynalite from 'dynalite';
import { listen, type Listening } from '#infra/local/system/listen.ts';
import { wholeBody } from '#infra/local/system/whole-body.ts';
import { comparable } from './comparable.ts';
import { transactGet, transactWrite } from './transactions.ts';
import { callsOf, type Call, type Json, type TableAnswer } from './wire.ts';

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
