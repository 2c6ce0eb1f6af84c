import { errorOf, type Json, type TableAnswer } from './wire.ts';

/**
 * What of an answer every DynamoDB would say: without texts, capacities and the key that a page ends with, and with sets in
 * one order, and items, too, where DynamoDB has no order for them.
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

/** With members in one order, sets as well, and numbers without needless digits. */
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
