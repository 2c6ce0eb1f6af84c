/** Runs the door in its own thread. See `startThreadedDoor`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { type DoorOptions, startDoor } from './door.ts';

export interface DoorThreadData extends Omit<DoorOptions, 'listener'> {
  readonly hasListener: boolean;
}

export type DoorMessage = { readonly endpoint: string } | { readonly event: DynamoDBStreamEvent };

const post = (message: DoorMessage): void => parentPort?.postMessage(message);
const { hasListener, ...options } = workerData as DoorThreadData;
const listener = hasListener ? async (event: DynamoDBStreamEvent) => post({ event }) : undefined;
const { endpoint } = await startDoor({ ...options, listener });
post({ endpoint });
