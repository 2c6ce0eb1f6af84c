import type { Refuse } from '../../aws/iam/authorize.ts';
import type { Blobs } from './blobs.ts';
import type { ObjectEvents } from './object.events.ts';
import type { ObjectsIndex, StoredObject } from './objects.index.ts';

/** What every operation works on. */
export interface Storage {
  readonly index: ObjectsIndex;
  readonly blobs: Blobs;
  readonly events: ObjectEvents;
  /** What IAM refuses. @default nothing */
  readonly refuse?: Refuse | undefined;
}

export const blobsOf = (object: StoredObject | undefined): string[] =>
  object?.segments.map(({ blob }) => blob) ?? [];

/** The time of a change: S3 counts in seconds. */
export const nowInSecondsMs = (): number => Math.floor(Date.now() / 1000) * 1000;
