import { HttpResponse } from '@smithy/core/protocols';
import { tableSchema } from '#infra/agreed/table-schema.ts';
import { openTable, type Table } from '#functions/aws/table/table.ts';
import type { Json, TableAnswer } from '../mirror/wire.ts';
import { type Answered, cancelled, type Item, MemoryTable, refusal } from './memory-table.ts';
import { PartitionLimits, usesOf } from './partition-limits.ts';

/** Approximate latency of DynamoDB in the same region. */
const REQUEST_MS = 5;
/** The same for a transaction, which holds its items: an assumption, with which an item accepts a hundred a second. */
const TRANSACTION_MS = 10;

interface HttpRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** An in-memory table that throttles partitions and rejects conflicting transactions as AWS does. */
export class LimitedTable {
  readonly limits = new PartitionLimits();
  /** Number of requests by operation. */
  readonly requests = new Map<string, number>();
  /** @default false, because a simulation's initial data are written without limits */
  isLimited = false;
  readonly #table = new MemoryTable(tableSchema);

  /** Returns a client with the Lambdas' settings. One client per Lambda, because each counts its retries. */
  open(): Table {
    const table = openTable('fanfare');
    table.client.config.requestHandler = {
      handle: async (request: HttpRequest) => ({ response: await this.#handle(request) }),
      metadata: { handlerProtocol: 'http/1.1' },
      updateHttpClientConfig: () => {},
      httpHandlerConfigs: () => ({}),
    } as unknown as Table['client']['config']['requestHandler'];
    return table;
  }

  /** Writes items of strings, numbers and booleans without requests. */
  fill(items: Iterable<Readonly<Record<string, string | number | boolean>>>): void {
    for (const item of items) {
      const attributes = Object.entries(item).map(([name, value]) => [name, attributeOf(value)]);
      this.#table.fill(Object.fromEntries(attributes) as Item);
    }
  }

  async #handle({ headers, body }: HttpRequest): Promise<HttpResponse> {
    const operation = headers['x-amz-target']!.split('.').at(-1)!;
    const isTransaction = operation.startsWith('Transact');
    const { status, body: answer } = this.#answer(operation, JSON.parse(textOf(body)) as Json);
    if (this.isLimited)
      await new Promise((resolve) => setTimeout(resolve, isTransaction ? TRANSACTION_MS : REQUEST_MS));
    return new HttpResponse({
      statusCode: status,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      body: Buffer.from(JSON.stringify(answer)),
    });
  }

  #answer(operation: string, input: Json): TableAnswer {
    this.requests.set(operation, (this.requests.get(operation) ?? 0) + 1);
    const done = this.#table.call(operation, input);
    if (!this.isLimited) return done.answer;
    const isTransaction = operation.startsWith('Transact');
    const refused = this.#refusal(done, isTransaction);
    if (refused) this.#table.undo(done.writes);
    return refused ?? done.answer;
  }

  #refusal(done: Answered, isTransaction: boolean): TableAnswer | undefined {
    const { writes } = done;
    const nowMs = Date.now();
    const held = this.limits.held(writes, nowMs);
    if (held.some(Boolean)) return isTransaction ? cancelled(held.map(conflictIf)) : CONFLICT;
    const full = this.limits.take(usesOf(this.#table, done, isTransaction), nowMs);
    if (full !== undefined)
      return isTransaction
        ? cancelled(writes.map((_, at) => (at === 0 ? 'ThrottlingError' : 'None')))
        : throttled(full);
    if (isTransaction) this.limits.hold(writes, nowMs + TRANSACTION_MS);
    return undefined;
  }
}

const conflictIf = (isHeld: boolean): string => (isHeld ? 'TransactionConflict' : 'None');

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

function attributeOf(value: string | number | boolean) {
  if (typeof value === 'boolean') return { BOOL: value };
  return typeof value === 'number' ? { N: String(value) } : { S: value };
}

const CONFLICT = refusal('TransactionConflictException', 'Transaction is ongoing for the item');
const throttled = (partition: string): TableAnswer =>
  refusal(
    'ThrottlingException',
    `Throughput exceeds the current capacity for one or more partitions: ${partition}`,
  );
