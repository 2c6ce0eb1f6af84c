import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#functions/aws/table/table.ts';

/** Runs a read and answers what it cost, in units. One at a time. */
export type UnitsOf = (read: () => Promise<unknown>) => Promise<number>;

/** Makes the table's client report the cost of each call. Returns a function that measures a read, in units. */
export function measureUnits({ client }: Table): UnitsOf {
  const counter = unitCounter();
  counter.watch(client);
  return counter.unitsOf;
}

/** The same of all clients that are made until `stop`: those of a Lambda are made by its first request. */
export function measureNewClients(): { readonly unitsOf: UnitsOf; readonly stop: () => void } {
  const counter = unitCounter();
  const { from } = DynamoDBDocumentClient;
  DynamoDBDocumentClient.from = (...given) => {
    const client = from(...given);
    counter.watch(client);
    return client;
  };
  return { unitsOf: counter.unitsOf, stop: () => (DynamoDBDocumentClient.from = from) };
}

function unitCounter() {
  let units = 0;
  const watch = (client: Table['client']): void =>
    client.middlewareStack.add(
      (next) => async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const result = await next(args);
        const { ConsumedCapacity } = result.output as {
          ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
        };
        for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) units += CapacityUnits;
        return result;
      },
      { step: 'initialize' },
    );
  const unitsOf: UnitsOf = async (read) => {
    units = 0;
    await read();
    return units;
  };
  return { watch, unitsOf };
}

/** Counts the calls of the table's client from now on. */
export function countRequests({ client }: Table): () => number {
  let requests = 0;
  client.middlewareStack.add(
    (next) => (args) => {
      requests += 1;
      return next(args);
    },
    { step: 'initialize' },
  );
  return () => requests;
}
