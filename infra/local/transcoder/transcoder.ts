import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import type { ServiceGuards } from '../aws/service-guards.ts';
import { startAwsRestServer } from '../aws/aws-rest-server.ts';
import { LOCAL_ACCOUNT, type Credentials } from '../aws/credentials.ts';
import { Disturber, type Disturbance } from './jobs/disturbance.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { jobStorage } from './jobs/storage.ts';
import { TranscoderRecords } from './jobs/transcoder-records.ts';
import { jobRequests } from './operations/job-access.ts';
import { jobOperations } from './operations/jobs-operations.ts';
import { probeOperation } from './operations/probe-operation.ts';
import { queueArn, VIDEOS_QUEUE, WINDOWS_QUEUE } from './request/identifiers.ts';

export type { Disturbance } from './jobs/disturbance.ts';
export type { QueueTimes } from './jobs/queue-times.ts';

/** The ARNs of the site's queues. */
export const LOCAL_QUEUES = {
  videosQueueArn: queueArn(VIDEOS_QUEUE),
  windowsQueueArn: queueArn(WINDOWS_QUEUE),
} as const;
/** Roles are not evaluated here. */
export const LOCAL_TRANSCODER_ROLE_ARN = `arn:aws:iam::${LOCAL_ACCOUNT}:role/transcoder`;

export interface TranscoderOptions extends ServiceGuards {
  /** Contains `transcoder.sqlite`, and in `transcoder/` the inputs and outputs of running jobs. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  /** S3's endpoint. */
  readonly storageEndpoint: string;
  /** Receives *MediaConvert Job State Change* events. Must not throw. */
  readonly raise: (event: RaisedEvent) => void;
  /** Concurrent jobs per queue; the queue of videos has one less, if it is at least 2. @default the number of cores, at least 2 */
  readonly concurrency?: number;
  /** Interval of a job's `STATUS_UPDATE` events. The minimum of AWS is 10 s. @default 2000 */
  readonly statusUpdateMs?: number;
  readonly disturbance?: Disturbance;
}

export interface LocalTranscoder {
  /** MediaConvert's API, `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  /** Stops every ffmpeg. The jobs restart with the next process. */
  close(): Promise<void>;
}

/**
 * Stands in for AWS Elemental MediaConvert: runs the jobs of each queue and `Probe` with the system's ffmpeg. Unsupported
 * settings are refused, never ignored. Jobs survive `kill -9` and restart.
 */
export async function startTranscoder(options: TranscoderOptions): Promise<LocalTranscoder> {
  const { dataDir, credentials, raise, statusUpdateMs = 2000, throttle, refuse } = options;
  const { concurrency = Math.max(2, availableParallelism()) } = options;
  const workDirectory = join(dataDir, 'transcoder');
  rmSync(workDirectory, { recursive: true, force: true });
  mkdirSync(workDirectory, { recursive: true });
  await using started = new AsyncDisposableStack();
  const records = new TranscoderRecords(join(dataDir, 'transcoder.sqlite'));
  started.defer(() => records.close());
  const storage = jobStorage(options.storageEndpoint, credentials);
  started.defer(() => storage.close());
  const disturber = new Disturber(options.disturbance ?? {});
  const jobs = { records, storage, workDirectory, raise };
  const places = {
    [WINDOWS_QUEUE]: concurrency,
    [VIDEOS_QUEUE]: Math.max(1, concurrency - 1),
  };
  const queue = new JobQueue({ ...jobs, places, statusUpdateMs, disturber });
  started.defer(() => queue.close());
  const context = { records, queue, storage, workDirectory, disturber };
  const operations = [...jobOperations(context), probeOperation(context)];
  const authorization = refuse && { refuse, requests: jobRequests(records) };
  const server = await startAwsRestServer({ credentials, operations, throttle, authorization });
  started.defer(() => server.close());
  queue.resume();
  const running = started.move();
  return { endpoint: server.endpoint, close: () => running.disposeAsync() };
}
