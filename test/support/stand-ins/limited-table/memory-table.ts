/**
 * An in-memory DynamoDB table, for simulations that need more requests than a database on disk can serve. dynalite
 * parses and applies the expressions. Each response includes what the request has read and written.
 */
import { createRequire } from 'node:module';
import updateItem from 'dynalite/actions/updateItem.js';
import db from 'dynalite/db/index.js';
import validations from 'dynalite/validations/index.js';
import type { TableSchema } from '#infra/agreed/table-schema.ts';
import { reasonOf } from '../mirror/transactions.ts';
import type { Json, TableAnswer } from '../mirror/wire.ts';
import { type Range, SortedKeys } from './sorted-keys.ts';

export type Item = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** `before` and `after` are equal if a condition failed or if there is only a condition. */
export interface ItemWrite {
  readonly key: Item;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** Size of an item that is read by key, or of a query's page. */
export interface PartitionRead {
  readonly index: string;
  readonly partition: string;
  readonly bytes: number;
  readonly isConsistent: boolean;
}

export interface Answered {
  readonly answer: TableAnswer;
  readonly writes: readonly ItemWrite[];
  readonly reads: readonly PartitionRead[];
}

/** After dynalite's validation. */
interface Input {
  readonly Key: Item;
  readonly Item: Item;
  readonly ConsistentRead?: boolean;
  readonly ReturnValues?: string;
  readonly _projection?: { readonly paths: readonly unknown[] };
}

interface Query extends Omit<Input, 'Key' | 'Item'> {
  readonly IndexName?: string;
  readonly KeyConditions: Readonly<Record<string, KeyCondition>>;
  readonly ExclusiveStartKey?: Item;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly Select?: string;
  readonly _filter?: { readonly expression: object };
}

interface KeyCondition {
  readonly ComparisonOperator: keyof typeof RANGES;
  readonly AttributeValueList: readonly { readonly S: string }[];
}

interface KeysRead {
  readonly Keys: readonly Item[];
  readonly ConsistentRead?: boolean;
}

type Part = Json & { readonly Key?: Item; readonly Item?: Item };

const require = createRequire(import.meta.url);
const MAX_ITEM_BYTES = 400 * 1024;
/** The parts of dynalite's store that its validations use. */
const STORE = { options: { maxItemSize: MAX_ITEM_BYTES } };
const MAX_PAGE_BYTES = 1024 * 1024;
/** The name of the table itself among its indexes. */
export const BASE = 'table';

/** An index entry's key consists of its sort key, `END` and the item's key. */
const END = '\u0000';
const AFTER_END = '\u0001';
const LAST = '\uffff';

const RANGES = {
  EQ: (value: string): Range => [value + END, value + AFTER_END],
  LT: (value: string): Range => ['', value + END],
  LE: (value: string): Range => ['', value + AFTER_END],
  GT: (value: string): Range => [value + AFTER_END, LAST],
  GE: (value: string): Range => [value + END, LAST],
  BETWEEN: (from: string, to = ''): Range => [from + END, to + AFTER_END],
  BEGINS_WITH: (prefix: string): Range => [prefix, prefix + LAST],
};

export class MemoryTable {
  readonly #items = new Map<string, Item>();
  readonly #partitions = new Map<string, SortedKeys>();
  readonly #schema: readonly { readonly index: string; readonly pk: string; readonly sk: string }[];
  #writes: ItemWrite[] = [];
  #reads: PartitionRead[] = [];

  constructor({ partitionKey: pk, sortKey: sk, indexes }: TableSchema) {
    const others = indexes.map((one) => ({ index: one.name, pk: one.partitionKey, sk: one.sortKey }));
    this.#schema = [{ index: BASE, pk, sk }, ...others];
  }

  /** Handles an operation of DynamoDB's API. */
  call(operation: string, input: Json): Answered {
    [this.#writes, this.#reads] = [[], []];
    const isTransaction = operation === 'TransactWriteItems';
    const answer = isTransaction ? this.#transact(input) : this.#answer(operation, input);
    return { answer, writes: this.#writes, reads: this.#reads };
  }

  /** Writes an item without a request. */
  fill(item: Item): void {
    this.#replace(item, undefined, item);
  }

  /** Reverts writes. */
  undo(writes: readonly ItemWrite[]): void {
    for (const { key, after, before } of writes.toReversed()) this.#replace(key, after, before);
  }

  /** Returns an item's keys in the table and in the indexes that contain it. */
  placesOf(item: Item): { readonly index: string; readonly partition: string; readonly sortKey: string }[] {
    return this.#schema.flatMap(({ index, pk, sk }) => {
      const [partition, sortKey] = [item[pk]?.['S'], item[sk]?.['S']];
      return partition === undefined || sortKey === undefined ? [] : [{ index, partition, sortKey }];
    });
  }

  #answer(operation: string, input: Json): TableAnswer {
    try {
      return { status: 200, body: this.#act(operation, input) };
    } catch (error) {
      const { statusCode: status, body } = error as { readonly statusCode?: number; readonly body: Json };
      if (status === undefined) throw error;
      return { status, body };
    }
  }

  #act(operation: string, input: Json): Json {
    switch (operation) {
      case 'GetItem':
        return this.#get(parsed('getItem', input));
      case 'BatchGetItem':
        return this.#getMany(input);
      case 'Query':
        return this.#query(parsed('query', input));
      case 'PutItem':
      case 'DeleteItem':
      case 'UpdateItem':
        return this.#write(operation, input);
      case 'BatchWriteItem':
        return this.#writeMany(input);
      default:
        throw new Error(`This table does not support ${operation}`);
    }
  }

  #get({ Key, ConsistentRead: isConsistent = false, _projection }: Input): Json {
    const item = this.#items.get(nameOf(Key));
    const bytes = item ? db.itemSize(item) : 0;
    this.#reads.push({ index: BASE, partition: Key['pk']!['S']!, bytes, isConsistent });
    return item ? { Item: _projection ? db.mapPaths(_projection.paths, item) : item } : {};
  }

  #getMany({ RequestItems }: Json): Json {
    const tables = Object.entries(RequestItems as Readonly<Record<string, KeysRead>>);
    const read = ([name, { Keys, ...options }]: (typeof tables)[number]) => {
      const answers = Keys.map((Key) => this.#get(parsed('getItem', { TableName: name, Key, ...options })));
      return [name, answers.flatMap(({ Item: item }) => (item ? [item] : []))];
    };
    return { Responses: Object.fromEntries(tables.map(read)), UnprocessedKeys: {} };
  }

  #query(query: Query): Json {
    const { index, pk, sk } = this.#schema.find((one) => one.index === (query.IndexName ?? BASE))!;
    const partition = query.KeyConditions[pk]!.AttributeValueList[0]!.S;
    const isForward = query.ScanIndexForward ?? true;
    const keys = this.#partitions.get(partitionName(index, partition));
    const range = rangeOf(query.KeyConditions[sk], isForward, entryOf(query.ExclusiveStartKey, sk));
    const { Limit = Infinity } = query;
    const found: Item[] = [];
    let [bytes, LastEvaluatedKey]: [number, Item | undefined] = [0, undefined];
    let examined = 0;
    for (const entry of keys?.within(range, isForward) ?? []) {
      const item = this.#items.get(entry.slice(entry.indexOf(END) + 1))!;
      bytes += db.itemSize(item);
      examined += 1;
      if (!query._filter || db.matchesExprFilter(item, query._filter.expression)) found.push(item);
      if (examined < Limit && bytes < MAX_PAGE_BYTES) continue;
      LastEvaluatedKey = Object.fromEntries(['pk', 'sk', pk, sk].map((name) => [name, item[name]!]));
      break;
    }
    this.#reads.push({ index, partition, bytes, isConsistent: query.ConsistentRead ?? false });
    const { _projection: projection } = query;
    const Items = projection ? found.map((item) => db.mapPaths(projection.paths, item)) : found;
    return {
      Count: found.length,
      ScannedCount: examined,
      ...(query.Select !== 'COUNT' && { Items }),
      ...(LastEvaluatedKey && { LastEvaluatedKey }),
    };
  }

  /** A rejected write counts as one that changed nothing. */
  #write(operation: keyof typeof VALIDATIONS, raw: Json): Json {
    const input = parsed<Input>(VALIDATIONS[operation], raw);
    const key = keyOf(input.Key ?? input.Item);
    const before = this.#items.get(nameOf(key));
    this.#writes.push({ key, before, after: before });
    const refusal = db.checkConditional(input, before);
    if (refusal) throw refusal;
    const { after, answer } =
      operation === 'UpdateItem' ? updated(input, before) : { after: input.Item, answer: {} };
    this.#replace(key, before, after);
    this.#writes.splice(-1, 1, { key, before, after });
    return { ...(input.ReturnValues === 'ALL_OLD' && before && { Attributes: before }), ...answer };
  }

  #writeMany({ RequestItems }: Json): Json {
    for (const [TableName, requests] of Object.entries(
      RequestItems as Record<string, Record<string, Json>[]>,
    ))
      for (const [kind, input] of requests.flatMap((request) => Object.entries(request)))
        this.#write(kind === 'PutRequest' ? 'PutItem' : 'DeleteItem', { TableName, ...input });
    return { UnprocessedItems: {} };
  }

  /** Atomic. */
  #transact({ TransactItems }: Json): TableAnswer {
    const parts = (TransactItems as Record<string, Part>[]).flatMap((one) => Object.entries(one));
    const codes = parts.map(([kind, { ReturnValuesOnConditionCheckFailure: _values, ...part }]) => {
      return reasonOf(this.#answerPart(kind, part));
    });
    if (codes.every((code) => code === 'None')) return { status: 200, body: {} };
    this.undo(this.#writes);
    this.#writes = this.#writes.map((write) => ({ ...write, after: write.before }));
    return cancelled(codes);
  }

  #answerPart(kind: string, part: Part): TableAnswer {
    if (kind !== 'ConditionCheck') return this.#answer(`${kind}Item`, part);
    // A deletion has the same parameters.
    const answer = this.#answer('DeleteItem', part);
    const check = this.#writes.pop()!;
    this.undo([check]);
    this.#writes.push({ ...check, after: check.before });
    return answer;
  }

  #replace(key: Item, before: Item | undefined, after: Item | undefined): void {
    const name = nameOf(key);
    for (const { index, partition, sortKey } of before ? this.placesOf(before) : [])
      this.#partitions.get(partitionName(index, partition))?.delete(sortKey + END + name);
    for (const { index, partition, sortKey } of after ? this.placesOf(after) : [])
      this.#partition(partitionName(index, partition)).add(sortKey + END + name);
    if (after) this.#items.set(name, after);
    else this.#items.delete(name);
  }

  #partition(name: string): SortedKeys {
    const keys = this.#partitions.get(name) ?? new SortedKeys();
    this.#partitions.set(name, keys);
    return keys;
  }
}

const VALIDATIONS = { PutItem: 'putItem', DeleteItem: 'deleteItem', UpdateItem: 'updateItem' } as const;

/** Parses the expressions. Throws AWS's error for an invalid request. */
function parsed<T = Input & Query>(operation: string, raw: Json): T {
  const { types, custom } = require(`dynalite/validations/${operation}`);
  const input = validations.checkTypes(raw, types);
  validations.checkValidations(input, types, custom, STORE);
  return input as T;
}

/** Throws AWS's error if the expression does not fit the item. */
function updated(input: Input, before: Item | undefined): { after: Item; answer: Json } {
  let [after, answer]: [Item, Json] = [input.Key, {}];
  const store = {
    ...STORE,
    getTable: (_: string, done: (error: null, table: object) => void) => done(null, KEY_SCHEMA),
    getItemDb: () => ({
      lock: (_: string, run: (release: <T>(done: T) => T) => void) => run((done) => done),
      get: (_: string, done: (error: object | null, item?: Item) => void) =>
        before ? done(null, before) : done({ name: 'NotFoundError' }),
      put: (_: string, item: Item, done: (error: null) => void) => {
        after = item;
        done(null);
      },
    }),
  };
  updateItem(store, input, (error, given = {}) => {
    if (error) throw error;
    answer = given;
  });
  return { after, answer };
}

const KEY_SCHEMA = {
  AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: ['pk', 'sk'].map((AttributeName) => ({ AttributeName })),
};

function rangeOf(condition: KeyCondition | undefined, isForward: boolean, start: string | undefined): Range {
  const [from, to] = (condition?.AttributeValueList ?? []).map(({ S }) => S);
  const [first, before]: Range = condition ? RANGES[condition.ComparisonOperator](from!, to) : ['', LAST];
  if (start === undefined) return [first, before];
  return isForward ? [start > first ? start + END : first, before] : [first, start < before ? start : before];
}

const keyOf = ({ pk, sk }: Item): Item => ({ pk: pk!, sk: sk! });
/** The key of an item in memory. */
export const nameOf = ({ pk, sk }: Item): string => `${pk!['S']}${AFTER_END}${sk!['S']}`;
const entryOf = (start: Item | undefined, sk: string): string | undefined =>
  start && start[sk]!['S']! + END + nameOf(start);
export const partitionName = (index: string, partition: string): string => `${index} ${partition}`;

/** Returns an error in AWS's format. */
export const refusal = (name: string, message: string, more: Json = {}): TableAnswer => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...more },
});

/** Returns a cancelled transaction with the reason for each part. */
export const cancelled = (codes: readonly string[]): TableAnswer =>
  refusal(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    { CancellationReasons: codes.map((Code) => ({ Code })) },
  );
