import { HOUR_MS } from '#shared/plain/time.ts';
import { join } from 'node:path';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import type { Credentials } from '../aws/credentials.ts';
import type { Refuse } from '../aws/iam/authorize.ts';
import { listen } from '../system/listen.ts';
import type { BucketDefinition } from './buckets/buckets.ts';
import { applyLifecycle } from './buckets/lifecycle.ts';
import { getObject, type ObjectRequest } from './objects/get-object.ts';
import type { Answer } from './protocol/s3-request.ts';
import { createS3Server } from './s3-server.ts';
import { Blobs } from './state/blobs.ts';
import { ObjectEvents } from './state/object-events.ts';
import { ObjectsIndex } from './state/objects-index.ts';

export type { BucketDefinition, CorsRule } from './buckets/buckets.ts';

export interface LocalStorage {
  /** `http://127.0.0.1:PORT`; other machines reach the same port by this machine's name. */
  readonly endpoint: string;
  readonly port: number;
  /** GetObject and HeadObject for code in this process, without a signature. Throws `AwsError`. */
  readonly get: (request: ObjectRequest) => Answer;
  close(): Promise<void>;
}

export interface LocalStorageOptions {
  /** Data is stored in its folder `storage`. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  /** The name by which browsers reach this machine. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly buckets: readonly BucketDefinition[];
  /** Receives `Object Created` and `Object Deleted` after the change is on disk. */
  readonly raise: (event: RaisedEvent) => void;
  /** How long a client may be idle before it is disconnected. @default a minute */
  readonly idleMs?: number;
  /** Refuses calls as IAM does. @default refuses nothing */
  readonly refuse?: Refuse | undefined;
}

/** S3 applies lifecycle rules once a day. A local site often runs for less, so they are also applied at each start. */
const LIFECYCLE_EVERY_MS = HOUR_MS;

/**
 * Starts the stand-in for S3: the buckets of one account, path-style, to which browsers upload with presigned URLs.
 * Checks what S3 checks and returns its errors. Objects of any size are streamed, and survive `kill -9` completely or
 * not at all. Throws `PortTakenError`.
 */
export async function startStorage(options: LocalStorageOptions): Promise<LocalStorage> {
  const { dataDir, credentials, host, port, buckets, raise, idleMs = 60_000, refuse } = options;
  const directory = join(dataDir, 'storage');
  await using started = new AsyncDisposableStack();
  const index = new ObjectsIndex(join(directory, 'index.sqlite'));
  started.defer(() => index.close());
  for (const { name } of buckets) index.addBucket(name);
  const known = index.blobs();
  const blobs = new Blobs(join(directory, 'blobs'), (blob) => known.has(blob));
  started.defer(() => blobs.close());
  const silent = buckets.filter(({ raisesEvents = true }) => !raisesEvents).map(({ name }) => name);
  const storage = { index, blobs, events: new ObjectEvents(raise, silent), refuse };
  const forget = () => applyLifecycle(storage, buckets, Date.now());
  await forget();
  const forgetting = setInterval(() => void forget(), LIFECYCLE_EVERY_MS);
  started.defer(() => clearInterval(forgetting));
  const { server, settled } = createS3Server({ storage, credentials, buckets, idleMs });
  started.defer(settled);
  const listening = await listen(server, { host, port, setting: 'S3_PORT' });
  started.defer(() => listening.close());
  const running = started.move();
  return {
    endpoint: listening.endpoint,
    port: listening.port,
    get: (request) => getObject(storage, { request }),
    close: () => running.disposeAsync(),
  };
}
