import type { JobReport, NewJob, Transcoder } from '#functions/videos/ports.ts';
import type { SourceFacts } from '#functions/videos/source-facts.ts';
import type { VideoDeps } from '#functions/videos/transcode.adapters.ts';
import type { LocalApi } from '../local-api.ts';
import type { VideosStage } from './videos-stage.ts';

export const FACTS = {
  durationS: 4,
  hasSound: true,
  picture: { widthPx: 640, heightPx: 360, turn: 'AUTO' },
} as const satisfies SourceFacts;
/** MediaConvert as the test wants it to be. */
export class FakeTranscoder implements Transcoder {
  readonly started: NewJob[] = [];
  readonly canceled: string[] = [];
  readonly jobs = new Map<string, JobReport>();
  probeAnswer: () => Promise<SourceFacts | null> = async () => FACTS;
  startFailure: Error | undefined;
  /** Happens after a job was made, before its maker hears of it. */
  onStarted: (jobId: string) => Promise<void> = async () => {};

  probe(): Promise<SourceFacts | null> {
    return this.probeAnswer();
  }
  async start(job: NewJob): Promise<string> {
    if (this.startFailure) throw this.startFailure;
    this.started.push(job);
    const jobId = `job-${this.started.length}`;
    const { uploadId: videoId, channelId } = job.upload;
    this.jobs.set(jobId, { jobId, videoId, channelId, status: 'running' });
    await this.onStarted(jobId);
    return jobId;
  }
  async find(jobId: string): Promise<JobReport | null> {
    return this.jobs.get(jobId) ?? null;
  }
  async cancel(jobId: string): Promise<void> {
    this.canceled.push(jobId);
    const job = this.jobs.get(jobId);
    if (job?.status === 'running') this.jobs.set(jobId, { ...job, status: 'canceled' });
  }
}

/** What work on videos needs, on a site's stand-ins. The adapters are loaded after the environment is set. */
export async function workPorts(
  { table, storage }: LocalApi,
  { s3 }: VideosStage,
  own: Pick<VideoDeps, 'transcoder' | 'clock' | 'report'>,
): Promise<VideoDeps> {
  const { transcodeAdapters } = await import('#functions/videos/transcode.adapters.ts');
  const environment = {
    UPLOADS_BUCKET: storage?.uploadsBucket ?? '',
    MEDIA_BUCKET: storage?.mediaBucket ?? '',
    RECORDINGS_BUCKET: storage?.recordingsBucket ?? '',
    TRANSCODER_ROLE_ARN: '',
    VIDEOS_QUEUE_ARN: '',
    WINDOWS_QUEUE_ARN: '',
    LIMITS: 'cloud',
  };
  return { ...transcodeAdapters(table, environment, () => s3), ...own };
}
