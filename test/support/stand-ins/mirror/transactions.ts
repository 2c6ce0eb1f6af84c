import { errorOf, type Call, type Json, type TableAnswer } from './wire.ts';

interface Action {
  readonly TableName: string;
  readonly Key?: Json;
  readonly Item?: Json;
  readonly UpdateExpression?: string;
  readonly ReturnValuesOnConditionCheckFailure?: string;
}

const KEYS = ['pk', 'sk'];
const OPERATIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  // Writes the existing item.
  ConditionCheck: 'PutItem',
};

/** Cancellation reasons by the error of the single write. */
const REASONS: Readonly<Record<string, string>> = {
  ConditionalCheckFailedException: 'ConditionalCheckFailed',
  ValidationException: 'ValidationError',
};

/**
 * Runs a transaction in a database without transactions: its actions one after another, which is equivalent because no
 * item may be in two of them; they are reverted if one fails.
 */
export async function transactWrite(call: Call, { TransactItems }: Json): Promise<TableAnswer> {
  const actions = (TransactItems as Record<string, Action>[]).flatMap((one) => Object.entries(one));
  const before = await Promise.all(
    actions.map(async ([, { TableName, Key, Item }]) => {
      const key = Key ?? Object.fromEntries(KEYS.map((name) => [name, Item?.[name]]));
      const { body } = await call('GetItem', { TableName, Key: key, ConsistentRead: true });
      return { TableName, key, item: body['Item'] as Json | undefined };
    }),
  );
  const restore = async (index: number): Promise<void> => {
    const { TableName, key, item } = before[index]!;
    if (item) await call('PutItem', { TableName, Item: item });
    else await call('DeleteItem', { TableName, Key: key });
  };
  const codes: string[] = [];
  for (const [index, [kind, action]] of actions.entries()) {
    const { ReturnValuesOnConditionCheckFailure: _values, Key, ...input } = action;
    const { key, item } = before[index]!;
    const target = kind === 'ConditionCheck' ? { Item: item ?? key } : Key && { Key };
    codes.push(reasonOf(await call(OPERATIONS[kind] ?? kind, { ...input, ...target })));
    if (kind === 'ConditionCheck') await restore(index);
  }
  if (codes.every((code) => code === 'None')) return { status: 200, body: {} };
  for (const index of actions.keys()) await restore(index);
  const CancellationReasons = codes.map((Code) => ({ Code }));
  return { status: 400, body: { __type: 'TransactionCanceledException', CancellationReasons } };
}

/** Returns a part's cancellation reason from the response to the same single write; `None` if it succeeds. */
export function reasonOf(answer: TableAnswer): string {
  const error = errorOf(answer);
  return error === undefined ? 'None' : (REASONS[error] ?? error);
}

export async function transactGet(call: Call, { TransactItems }: Json): Promise<TableAnswer> {
  const gets = (TransactItems as { Get: Json }[]).map(({ Get }) => call('GetItem', Get));
  return { status: 200, body: { Responses: (await Promise.all(gets)).map(({ body }) => body) } };
}
