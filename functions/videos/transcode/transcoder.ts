/** What videos need of MediaConvert. */
import type { SourceFacts } from '../source-facts.ts';
import type { UploadKey } from '../upload.ts';

export interface Transcoder {
  /** What the file of an upload is; `null` where it is none that could be read. Throws `TranscoderBusyError` (`functions/errors.ts`). */
  probe(key: UploadKey): Promise<SourceFacts | null>;
  /** Makes a job and answers its id. Throws `TranscoderBusyError`. */
  start(job: NewJob): Promise<string>;
  /** How a job stands; `null` where it is no longer known. */
  find(jobId: string): Promise<JobReport | null>;
  /** Ends a job; nothing happens where it has ended. */
  cancel(jobId: string): Promise<void>;
}

export interface NewJob {
  readonly upload: UploadKey;
  /** Where the files go in the media bucket. */
  readonly filesPrefix: string;
  /** What is known of the file; without it the job suits anything. */
  readonly source?: SourceFacts;
  /** Repeating a request with it within a minute makes no second job. */
  readonly token: string;
}

/** How a job of ours stands. */
export interface JobReport {
  readonly jobId: string;
  readonly videoId: string;
  readonly channelId: string;
  readonly status: 'running' | 'complete' | 'failed' | 'canceled';
  /** While it runs, if it is known. */
  readonly percent?: number;
  readonly errorCode?: number;
  /** Of what it made. */
  readonly durationS?: number;
  readonly storyboard?: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly intervalS: number;
  };
}
