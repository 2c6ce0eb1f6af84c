import {
  CancelJobCommand,
  CreateJobCommand,
  GetJobCommand,
  MediaConvertClient,
  ProbeCommand,
} from '@aws-sdk/client-mediaconvert';
import { isAwsError, retryThrottled, StillThrottledError } from '../aws/retry.ts';
import { reportOfJob, type JobMetadata } from './job-report.ts';
import { sourceFactsOf } from './source-facts.ts';
import { storyboardIntervalS, transcodeJob } from './transcode-job.ts';
import { TranscoderBusyError, type Transcoder } from './transcoder.ts';
import type { UploadKey } from './upload.ts';
import { uploadFileKey } from './uploads.s3.ts';

export interface TranscoderOptions {
  readonly uploadsBucket: string;
  readonly mediaBucket: string;
  /** As which MediaConvert reads and writes the buckets. */
  readonly roleArn: string;
  readonly queueArn: string;
}

/** Files that take longer to look into are left to their job. */
const PROBE_LIMIT_MS = 15_000;

/** AWS Elemental MediaConvert as videos see it. Calls are repeated while it throttles. */
export function mediaConvert(options: TranscoderOptions, client = new MediaConvertClient()): Transcoder {
  const { uploadsBucket, mediaBucket, roleArn, queueArn } = options;
  const inputUri = (key: UploadKey): string => `s3://${uploadsBucket}/${uploadFileKey(key)}`;
  return {
    probe: async (key) => {
      const probe = new ProbeCommand({ InputFiles: [{ FileUrl: inputUri(key) }] });
      const abortSignal = AbortSignal.timeout(PROBE_LIMIT_MS);
      try {
        const { ProbeResults } = await orBusy(() => client.send(probe, { abortSignal }));
        return (ProbeResults?.[0] && sourceFactsOf(ProbeResults[0])) ?? null;
      } catch (error) {
        if (isAwsError(error, 'UnprocessableEntityException', 'NotFoundException')) return null;
        throw error;
      }
    },
    start: async ({ upload, filesPrefix, source, token }) => {
      const userMetadata = {
        video_id: upload.uploadId,
        channel_id: upload.channelId,
        storyboard_interval_s: String(storyboardIntervalS(source?.durationS)),
      } satisfies JobMetadata;
      const job = transcodeJob({
        inputUri: inputUri(upload),
        outputPrefix: `s3://${mediaBucket}/${filesPrefix}`,
        ...(source && { source }),
        roleArn,
        queueArn,
        requestToken: token,
        userMetadata,
      });
      const { Job } = await orBusy(() => client.send(new CreateJobCommand(job)));
      if (!Job?.Id) throw new Error('MediaConvert answered CreateJob without a job');
      return Job.Id;
    },
    find: async (Id) => {
      try {
        const { Job } = await orBusy(() => client.send(new GetJobCommand({ Id })));
        return (Job && reportOfJob(Job)) ?? null;
      } catch (error) {
        if (isAwsError(error, 'NotFoundException')) return null;
        throw error;
      }
    },
    cancel: async (Id) => {
      try {
        await orBusy(() => client.send(new CancelJobCommand({ Id })));
      } catch (error) {
        if (!isAwsError(error, 'ConflictException', 'NotFoundException')) throw error;
      }
    },
  };
}

/** Tries again for about three seconds. */
async function orBusy<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await retryThrottled(call);
  } catch (error) {
    const isBusy = error instanceof StillThrottledError || isAwsError(error, 'ServiceQuotaExceededException');
    throw isBusy ? new TranscoderBusyError('MediaConvert takes no more', { cause: error }) : error;
  }
}
