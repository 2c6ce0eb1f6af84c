import { CancelJobCommand, ProbeCommand } from '@aws-sdk/client-mediaconvert';
import {
  createJob,
  findJob,
  mediaConvertClient,
  orBusy,
  type TranscoderOptions,
} from '../../aws/jobs/mediaconvert.ts';
import { nullOn } from '../../aws/retry.ts';
import { reportOf, type JobMetadata } from './job-report.ts';
import { sourceFactsOf } from '../source-facts.ts';
import { storyboardIntervalS, transcodeJob } from './transcode-job.ts';
import type { Transcoder } from '../ports.ts';
import type { UploadKey } from '../upload.ts';
import { uploadFileKey } from '../uploads/uploads.s3.ts';

/** Files that take longer to look into are left to their job. */
const PROBE_LIMIT_MS = 15_000;

/** Below that of uploads, which somebody waits for: a replay is watched as it was recorded until its ladder is there. */
const LADDER_PRIORITY = -10;

/** AWS Elemental MediaConvert as videos see it. */
export function mediaConvert(options: TranscoderOptions, client = mediaConvertClient()): Transcoder {
  const { uploadsBucket, mediaBucket, roleArn, queueArn } = options;
  const inputUri = (key: UploadKey): string => `s3://${uploadsBucket}/${uploadFileKey(key)}`;
  return {
    probe: async (key) => {
      const probe = new ProbeCommand({ InputFiles: [{ FileUrl: inputUri(key) }] });
      const abortSignal = AbortSignal.timeout(PROBE_LIMIT_MS);
      const found = await nullOn(['UnprocessableEntityException', 'NotFoundException'], () =>
        orBusy(() => client.send(probe, { abortSignal })),
      );
      const [result] = found?.ProbeResults ?? [];
      return (result && sourceFactsOf(result)) ?? null;
    },
    start: async ({ upload, inputs, filesPrefix, source, token }) => {
      const userMetadata = {
        video_id: upload.uploadId,
        channel_id: upload.channelId,
        storyboard_interval_s: String(storyboardIntervalS(source?.durationS)),
      } satisfies JobMetadata;
      const job = transcodeJob({
        inputUris: inputs?.map((key) => `s3://${uploadsBucket}/${key}`) ?? [inputUri(upload)],
        outputPrefix: `s3://${mediaBucket}/${filesPrefix}`,
        ...(source && { source }),
        ...(inputs && { priority: LADDER_PRIORITY }),
        roleArn,
        queueArn,
        requestToken: token,
        userMetadata,
      });
      return createJob(client, job);
    },
    find: async (Id) => {
      const job = await findJob(client, Id);
      return (job && reportOf(job)) ?? null;
    },
    cancel: async (Id) => {
      await nullOn(['ConflictException', 'NotFoundException'], () =>
        orBusy(() => client.send(new CancelJobCommand({ Id }))),
      );
    },
  };
}
