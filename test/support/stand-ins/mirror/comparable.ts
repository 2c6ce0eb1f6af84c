import { errorOf, type Json, type TableAnswer } from './wire.ts';

/**
 * Returns the part of a response that is the same in every DynamoDB: without messages, capacities and the page's last
 * key, with sorted sets, and with sorted items where DynamoDB does not define an order.
 */
export function comparable(operation: string, answer: TableAnswer): Json {
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
