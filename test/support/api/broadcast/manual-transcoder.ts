import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type {
  WindowJobReport,
  WindowJobRequest,
  WindowTranscoder,
} from '#functions/browser-stream/adapters/compatible/window-transcoder.ts';
import { metadataOf } from '#functions/browser-stream/adapters/compatible/window-transcoder.ts';
import { attemptKey, captureKey } from '#functions/browser-stream/adapters/compatible/keys.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { runJob } from '../../media/joined-media.ts';

export interface ManualJob {
  readonly id: string;
  readonly request: WindowJobRequest;
  status: WindowJobReport['status'];
}

interface Buckets {
  readonly s3: S3Client;
  readonly uploads: string;
  readonly media: string;
}

/** Keyframes are as far apart as segments may be, and at most 2 s. */
const closer = (segmentS: number): string[] => (segmentS < 2 ? ['-g', '30', '-keyint_min', '30'] : []);

/** MediaConvert whose jobs end when, and as, the test says; ffmpeg does them. */
export class ManualTranscoder implements WindowTranscoder {
  readonly jobs: ManualJob[] = [];
  /** Thrown by `start`. */
  refusal: Error | undefined;
  #made = 0;
  readonly #buckets: Buckets;
  readonly #raise: (event: RaisedEvent) => void;

  constructor(buckets: Buckets, raise: (event: RaisedEvent) => void) {
    this.#buckets = buckets;
    this.#raise = raise;
  }

  async start(request: WindowJobRequest): Promise<string> {
    if (this.refusal) throw this.refusal;
    const job: ManualJob = { id: `job-${++this.#made}`, request, status: 'running' };
    this.jobs.push(job);
    return job.id;
  }

  async find(jobId: string): Promise<WindowJobReport | null> {
    const job = this.jobs.find(({ id }) => id === jobId);
    if (!job) return null;
    const { id, channelId, windowId, attempt } = job.request;
    return { jobId, id, channelId, windowId, attempt, status: job.status };
  }

  running(): ManualJob[] {
    return this.jobs.filter(({ status }) => status === 'running');
  }

  async complete(job: ManualJob): Promise<void> {
    const { s3, uploads, media } = this.#buckets;
    const key = attemptKey(job.request);
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: uploads, Key: `${key}.webm` }));
    const webm = (await Body?.transformToByteArray()) ?? new Uint8Array();
    const ts = await runJob(webm, closer(job.request.segmentS));
    await s3.send(new PutObjectCommand({ Bucket: uploads, Key: `${key}.ts`, Body: ts }));
    for (const capture of job.request.captures) {
      const Key = `${captureKey(job.request, capture)}.0000000.jpg`;
      await s3.send(new PutObjectCommand({ Bucket: media, Key, Body: 'JPEG' }));
    }
    this.#end(job, 'complete', 'COMPLETE');
  }

  fail(job: ManualJob): void {
    this.#end(job, 'failed', 'ERROR');
  }

  /** Takes away what a job has made, as if it had made nothing. */
  async empty(job: ManualJob): Promise<void> {
    const { s3, uploads } = this.#buckets;
    await s3.send(new DeleteObjectCommand({ Bucket: uploads, Key: `${attemptKey(job.request)}.ts` }));
  }

  /** Leaves something else in place of what a job has made. */
  async spoil(job: ManualJob): Promise<void> {
    const { s3, uploads } = this.#buckets;
    const put = { Bucket: uploads, Key: `${attemptKey(job.request)}.ts`, Body: 'spoiled' };
    await s3.send(new PutObjectCommand(put));
  }

  #end(job: ManualJob, status: ManualJob['status'], reported: string): void {
    job.status = status;
    this.#raise({
      source: 'aws.mediaconvert',
      'detail-type': 'MediaConvert Job State Change',
      resources: [],
      detail: { jobId: job.id, status: reported, userMetadata: metadataOf(job.request) },
    });
  }
}
