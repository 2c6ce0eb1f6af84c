/**
 * Simulates DynamoDB's conflicts, which its stand-in lacks: an item is in one transaction at a time, and single writes
 * of it do not wait. Source: Amazon DynamoDB Developer Guide, "Transaction conflict handling".
 */
import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { awsFailure, cancelled } from './aws-failure.ts';

/** Minimum time for which a transaction holds its items. */
const HELD_MS = 10;

type Item = Readonly<Record<'pk' | 'sk', { readonly S: string }>>;
type Addressed = Readonly<Record<string, { readonly Key?: Item; readonly Item?: Item }>>;

const keyOf = ({ Key, Item }: { readonly Key?: Item; readonly Item?: Item }): string => {
  const { pk, sk } = (Key ?? Item)!;
  return `${pk.S} ${sk.S}`;
};

const SINGLE = new Set(['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand']);

/** Makes all clients that are opened until disposal conflict with each other, below the SDK's retries, as in AWS. */
export function conflictingWrites(): Disposable & { readonly conflicts: () => number } {
  const { from } = DynamoDBDocumentClient;
  const held = new Set<string>();
  let conflicts = 0;
  const refuse = (error: Error): never => {
    conflicts += 1;
    throw error;
  };
  const transact = async <T>(keys: readonly string[], send: () => Promise<T>): Promise<T> => {
    const reasons = keys.map((key) => (held.has(key) ? 'TransactionConflict' : 'None'));
    if (reasons.includes('TransactionConflict')) refuse(cancelled(...reasons));
    for (const key of keys) held.add(key);
    try {
      await wait(HELD_MS);
      return await send();
    } finally {
      for (const key of keys) held.delete(key);
    }
  };
  DynamoDBDocumentClient.from = (client, settings) => {
    const opened = from.call(DynamoDBDocumentClient, client, settings);
    opened.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const input = args.input as { readonly TransactItems?: readonly Addressed[] };
          if (commandName === 'TransactWriteItemsCommand') {
            const writes = (input.TransactItems ?? []).flatMap((write) => Object.values(write));
            return transact(writes.map(keyOf), () => next(args));
          }
          if (SINGLE.has(commandName) && held.has(keyOf(input as never)))
            refuse(awsFailure('TransactionConflictException'));
          return next(args);
        },
      { step: 'deserialize', priority: 'high', name: 'conflicts' },
    );
    return opened;
  };
  return {
    conflicts: () => conflicts,
    [Symbol.dispose]: () => {
      DynamoDBDocumentClient.from = from;
    },
  };
}
