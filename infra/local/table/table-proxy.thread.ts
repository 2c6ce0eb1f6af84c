/** Runs the door in its own thread. See `startThreadedDoor`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { type TableProxyOptions, startTableProxy } from './table-proxy.ts';

export interface TableProxyData extends Omit<TableProxyOptions, 'listener'> {
  readonly hasListener: boolean;
}

export type TableProxyMessage = { readonly endpoint: string } | { readonly event: DynamoDBStreamEvent };

const post = (message: TableProxyMessage): void => parentPort?.postMessage(message);
const { hasListener, ...options } = workerData as TableProxyData;
const listener = hasListener ? async (event: DynamoDBStreamEvent) => post({ event }) : undefined;
const { endpoint } = await startTableProxy({ ...options, listener });
post({ endpoint });
