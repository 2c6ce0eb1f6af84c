import type { SourceFacts } from './source-facts.ts';
import type { UploadKey } from './upload.ts';

export interface Transcoder {
  /**
   * Probes the file of an upload; `null` when it is unreadable. Throws `TranscoderBusyError`
   * (`functions/base/errors.ts`).
   */
  probe(key: UploadKey): Promise<SourceFacts | null>;
  /** Creates a job and returns its id. Throws `TranscoderBusyError`. */
  start(job: NewJob): Promise<string>;
  /** The state of a job; `null` when MediaConvert no longer has it. */
  find(jobId: string): Promise<JobReport | null>;
  /** Does nothing when the job has ended. */
  cancel(jobId: string): Promise<void>;
}

export interface NewJob {
  readonly upload: UploadKey;
  /** Keys in the uploads bucket that replace the upload and are joined in this order. */
  readonly inputs?: readonly string[];
  /** The folder in the media bucket. */
  readonly filesPrefix: string;
  /** Without it, the job suits any file. */
  readonly source?: SourceFacts;
  /** Idempotency token: MediaConvert makes one job for all requests with it within a minute. */
  readonly token: string;
}

export interface JobReport {
  readonly jobId: string;
  readonly videoId: string;
  readonly channelId: string;
  readonly status: 'running' | 'complete' | 'failed' | 'canceled';
  /** Known only while it runs. */
  readonly percent?: number;
  readonly errorCode?: number;
  /** Duration of its output. */
  readonly durationS?: number;
  readonly storyboard?: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly intervalS: number;
  };
}
