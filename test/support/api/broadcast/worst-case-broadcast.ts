import { setTimeout as delay } from 'node:timers/promises';
import { MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import { windowTranscoder } from '#functions/browser-stream/adapters/compatible/window-jobs.mediaconvert.ts';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { worstMediaConvert, type Disturbances } from '#infra/local/disturbances.ts';
import { deliveryDelaysMs } from '#infra/local/events/delivery-disturbance.ts';
import {
  LOCAL_QUEUES,
  LOCAL_TRANSCODER_ROLE_ARN,
  startTranscoder,
  type LocalTranscoder,
} from '#infra/local/transcoder/transcoder.ts';
import type { CameraRun } from './camera-run.ts';
import type { CameraStage } from './camera-stage.ts';
import type { RecordingName } from '../../media/recorded-stream.ts';

/** So many times as fast as life does a broadcast happen here, with all that it waits for. */
const SPEED = 4;
const POLL_INTERVAL_MS = 20;
const TICK_MS = 60_000;

/**
 * A broadcast whose windows the stand-in for MediaConvert transcodes, as badly as it can, at a clock that runs fast. As
 * EventBridge does, it brings events late, twice and unordered, and once more where they failed.
 */
export class WorstCaseBroadcast {
  readonly run: CameraRun;
  /** What handlers failed on. */
  readonly failures: unknown[] = [];
  /** How many jobs ran at once, at most. */
  mostInFlight = 0;
  /** How often MediaConvert was asked about a job, and how often the tick came. */
  asked = 0;
  ticks = 0;
  readonly #begunMs = performance.now();
  readonly #disturbances: Disturbances;
  readonly #underway = new Set<Promise<void>>();
  readonly #inFlight = new Set<string>();
  #transcoder!: LocalTranscoder;
  #isClosed = false;
  #nextTickMs = 0;

  private constructor(run: CameraRun, disturbances: Disturbances) {
    this.run = run;
    this.#disturbances = disturbances;
  }

  /** Somebody goes live with what was recorded; `seed` decides which jobs are slow. */
  static async on(stage: CameraStage, name: RecordingName, seed: number): Promise<WorstCaseBroadcast> {
    const disturbances = worstMediaConvert({ seed, unitMs: 1000 / SPEED });
    const worst = new WorstCaseBroadcast(await stage.run(name), disturbances);
    const { dataDir, credentials, storage } = stage;
    worst.#transcoder = await startTranscoder({
      dataDir: `${dataDir}/${worst.run.broadcast.id}`,
      credentials,
      storageEndpoint: storage.endpoint,
      raise: (event) => worst.#raise(event),
      ...(disturbances.transcoder && { disturbance: disturbances.transcoder }),
    });
    worst.run.ports = { ...worst.run.ports, transcoder: worst.#jobs(stage) };
    return worst;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#transcoder.close();
  }

  /** Plays the recording to its end, and waits for all that follows. */
  async play(): Promise<void> {
    const { run } = this;
    for (let seq = 0; seq < run.chunkCount; seq += 1) {
      await this.#until(() => this.#nowMs() >= (seq + 1) * 2000);
      await run.put(seq);
    }
    await run.stop(run.chunkCount);
    let isEnded = false;
    await this.#until(async () => (isEnded ||= (await run.find()).state === 'ended'));
    while (this.#underway.size > 0) await this.#advance();
  }

  #jobs({ storage, credentials }: CameraStage): ProcessingDeps['transcoder'] {
    const { endpoint } = this.#transcoder;
    const client = new MediaConvertClient({ endpoint, region: LOCAL_REGION, credentials, maxAttempts: 1 });
    const jobs = windowTranscoder(
      {
        uploadsBucket: storage.uploadsBucket,
        mediaBucket: storage.mediaBucket,
        roleArn: LOCAL_TRANSCODER_ROLE_ARN,
        queueArn: LOCAL_QUEUES.windowsQueueArn,
      },
      client,
    );
    return {
      start: async (request) => {
        const id = await jobs.start(request);
        this.#inFlight.add(id);
        this.mostInFlight = Math.max(this.mostInFlight, this.#inFlight.size);
        return id;
      },
      find: (jobId) => {
        this.asked += 1;
        return jobs.find(jobId);
      },
    };
  }

  /** Since the broadcast began, by its own clock. */
  #nowMs(): number {
    return (performance.now() - this.#begunMs) * SPEED;
  }

  async #until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await this.#advance();
  }

  /** Lets a moment pass, in which a player requests the playlist. */
  async #advance(): Promise<void> {
    const { run } = this;
    if (this.#isClosed) throw new Error(`The broadcast did not end: ${JSON.stringify(run.reported)}`);
    run.nowMs = run.broadcast.startedAtMs + this.#nowMs();
    for (const event of run.take()) this.#raise(event);
    if (this.#nowMs() >= this.#nextTickMs) this.#begin(() => this.#tick());
    await run.inspect();
    await delay(POLL_INTERVAL_MS);
  }

  async #tick(): Promise<void> {
    this.#nextTickMs += TICK_MS;
    this.ticks += 1;
    await this.run.tick(0, 'unseen');
  }

  #raise(event: RaisedEvent): void {
    const { status, jobId } = event.detail as { readonly status?: string; readonly jobId?: string };
    if (status === 'COMPLETE' || status === 'ERROR') this.#inFlight.delete(jobId ?? '');
    const { events = {} } = this.#disturbances;
    const arrived = { ...event, version: '0' as const, id: '', account: '', region: '', time: '' };
    for (const delayMs of deliveryDelaysMs(arrived, events))
      this.#begin(async () => {
        await delay(delayMs);
        await this.#handle(event);
      });
  }

  /** EventBridge brings again what was not handled. */
  async #handle(event: RaisedEvent): Promise<void> {
    try {
      await this.run.handle(event, 'unseen');
    } catch (error) {
      this.failures.push(error);
      this.#raise(event);
    }
  }

  #begin(work: () => Promise<void>): void {
    const doing = work().finally(() => this.#underway.delete(doing));
    this.#underway.add(doing);
  }
}
