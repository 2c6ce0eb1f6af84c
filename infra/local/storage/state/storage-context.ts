import type { Refuse } from '../../aws/iam/authorize.ts';
import type { Blobs } from './blobs.ts';
import type { ObjectEvents } from './object-events.ts';
import type { ObjectsIndex, StoredObject } from './objects-index.ts';

/** Dependencies of the operations. */
export interface Storage {
  readonly index: ObjectsIndex;
  readonly blobs: Blobs;
  readonly events: ObjectEvents;
  /** Refuses calls as IAM does. @default refuses nothing */
  readonly refuse?: Refuse | undefined;
}

export const blobsOf = (object: StoredObject | undefined): string[] =>
  object?.segments.map(({ blob }) => blob) ?? [];

/** Returns the time of a change; S3's times are in whole seconds. */
export const nowInSecondsMs = (): number => Math.floor(Date.now() / 1000) * 1000;
