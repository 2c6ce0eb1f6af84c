import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CreateJobCommand,
  GetJobCommand,
  MediaConvertClient,
  ProbeCommand,
  type CreateJobCommandInput,
  type Job,
} from '@aws-sdk/client-mediaconvert';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { sourceFactsOf, type SourceFacts } from '#functions/videos/source-facts.ts';
import { transcodeJob } from '#functions/videos/transcode/transcode-job.ts';
import { localCredentials, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { startStorage, type BucketDefinition, type LocalStorage } from '#infra/local/storage/storage.ts';
import {
  LOCAL_QUEUES,
  startTranscoder,
  type LocalTranscoder,
  type TranscoderOptions,
} from '#infra/local/transcoder/transcoder.ts';
import { isOnAws, triedName } from './aws/target.ts';
import { makeBucket, removeBucket } from './aws/aws-bucket.ts';
import { triedRegion } from './aws/on-aws.ts';

export const BUCKET = triedName('fanfare-media');
export const ROLE = 'arn:aws:iam::000000000000:role/transcoder';
/** For `expect.poll`: ffmpeg takes a moment on a busy machine. */
export const SOON = { timeout: 45_000, interval: 50 };

type Knobs = Partial<Omit<TranscoderOptions, 'dataDir' | 'credentials' | 'storageEndpoint'>>;

/**
 * The stand-ins for S3 and MediaConvert in a separate folder, with real clients and all raised events; or S3 and
 * MediaConvert themselves.
 */
export class TranscoderStage {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'fanfare-transcoder-'));
  readonly credentials = localCredentials(this.dataDir);
  readonly events: RaisedEvent[] = [];
  storage!: LocalStorage;
  transcoder!: LocalTranscoder;
  s3!: S3Client;
  mediaConvert!: MediaConvertClient;

  async start(knobs: Knobs = {}): Promise<void> {
    const buckets = [{ name: BUCKET, cors: [] }];
    if (isOnAws) return this.#reach(buckets[0]!);
    const { dataDir, credentials } = this;
    this.storage = await startStorage({
      dataDir,
      credentials,
      host: 'localhost',
      port: 0,
      buckets,
      raise: () => {},
    });
    const { endpoint } = this.storage;
    this.s3 = new S3Client({ endpoint, region: LOCAL_REGION, credentials, forcePathStyle: true });
    await this.restart(knobs);
  }

  async #reach(bucket: BucketDefinition): Promise<void> {
    const region = triedRegion();
    this.s3 = new S3Client({ region });
    this.mediaConvert = new MediaConvertClient({ region });
    await makeBucket(this.s3, bucket);
  }

  /** Starts MediaConvert's stand-in, or restarts it if it is running. */
  async restart(knobs: Knobs = {}): Promise<void> {
    await this.transcoder?.close();
    const { dataDir, credentials, storage } = this;
    const raise = (event: RaisedEvent): void => void this.events.push(event);
    const options = { dataDir, credentials, storageEndpoint: storage.endpoint, raise };
    this.transcoder = await startTranscoder({ ...options, ...knobs });
    this.mediaConvert = this.client();
  }

  client(
    secretAccessKey = this.credentials.secretAccessKey,
    endpoint = this.transcoder.endpoint,
  ): MediaConvertClient {
    return new MediaConvertClient({
      endpoint,
      region: LOCAL_REGION,
      credentials: { ...this.credentials, secretAccessKey },
      maxAttempts: 1,
    });
  }

  async remove(): Promise<void> {
    if (isOnAws) await removeBucket(this.s3, BUCKET);
    await this.transcoder?.close();
    await this.storage?.close();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Stores a file as `in/NAME`. Returns its address. */
  async put(name: string, body: Uint8Array | string): Promise<string> {
    await this.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: `in/${name}`, Body: Buffer.from(body) }));
    return `s3://${BUCKET}/in/${name}`;
  }

  putFile(path: string, name = path.slice(path.lastIndexOf('/') + 1)): Promise<string> {
    return this.put(name, readFileSync(path));
  }

  async facts(FileUrl: string): Promise<SourceFacts | undefined> {
    const { ProbeResults } = await this.mediaConvert.send(new ProbeCommand({ InputFiles: [{ FileUrl }] }));
    return ProbeResults?.[0] && sourceFactsOf(ProbeResults[0]);
  }

  async create(input: CreateJobCommandInput): Promise<string> {
    const { Job: job } = await this.mediaConvert.send(new CreateJobCommand(input));
    return job?.Id ?? '';
  }

  async job(Id: string): Promise<Job> {
    return (await this.mediaConvert.send(new GetJobCommand({ Id }))).Job!;
  }

  /** Waits for the job to end in any state. */
  async ended(id: string): Promise<Job> {
    const deadlineMs = Date.now() + SOON.timeout;
    while (Date.now() < deadlineMs) {
      const job = await this.job(id);
      if (job.Status !== 'SUBMITTED' && job.Status !== 'PROGRESSING') return job;
      await delay(SOON.interval);
    }
    throw new Error(`job ${id} did not end: ${JSON.stringify(this.statuses(id))}`);
  }

  /** Probes a file and transcodes it to `out/NAME/`, as the site does. */
  async makeVideo(
    path: string,
  ): Promise<{ readonly job: Job; readonly facts: SourceFacts; readonly folder: string }> {
    const inputUri = await this.putFile(path);
    const facts = await this.facts(inputUri);
    if (!facts) throw new Error(`${path} is not a video`);
    const folder = `out/${inputUri.slice(inputUri.lastIndexOf('/') + 1)}/`;
    const job = await this.ended(await this.create(videoJob(inputUri, folder, facts)));
    return { job, facts, folder };
  }

  /** Returns the keys under a folder, without its prefix. */
  async files(folder: string): Promise<string[]> {
    const { Contents = [] } = await this.s3.send(
      new ListObjectsV2Command({ Bucket: BUCKET, Prefix: folder }),
    );
    return Contents.map(({ Key = '' }) => Key.slice(folder.length));
  }

  async text(key: string): Promise<string> {
    const { Body } = await this.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
    return (await Body?.transformToString()) ?? '';
  }

  /** Downloads all of a folder's objects for ffprobe. Returns the local folder. */
  async download(folder: string): Promise<string> {
    const directory = mkdtempSync(join(this.dataDir, 'down-'));
    for (const name of await this.files(folder)) {
      const { Body } = await this.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: folder + name }));
      await writeFile(join(directory, name), (await Body?.transformToByteArray()) ?? '');
    }
    return directory;
  }

  /** Returns the states in a job's events in order. */
  statuses(jobId: string): unknown[] {
    return this.eventsOf(jobId).map(({ detail }) => detail['status']);
  }

  eventsOf(jobId: string): RaisedEvent[] {
    return this.events.filter(({ detail }) => detail['jobId'] === jobId);
  }
}

export const videoJob = (
  inputs: string | readonly string[],
  folder: string,
  source?: SourceFacts,
): CreateJobCommandInput =>
  transcodeJob({
    inputUris: [inputs].flat(),
    outputPrefix: `s3://${BUCKET}/${folder}`,
    roleArn: ROLE,
    queueArn: LOCAL_QUEUES.videosQueueArn,
    requestToken: crypto.randomUUID(),
    userMetadata: { video_id: folder },
    ...(source && { source }),
  });

/** Starts one stage for all tests of a file. */
export function useTranscoderStage(knobs: Knobs = {}): TranscoderStage {
  const stage = new TranscoderStage();
  beforeAll(() => stage.start(knobs));
  afterAll(() => stage.remove());
  return stage;
}
