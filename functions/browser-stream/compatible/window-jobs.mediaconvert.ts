import {
  createJob,
  findJob,
  mediaConvertClient,
  type TranscoderOptions,
} from '../../aws/jobs/mediaconvert.ts';
import { windowJob } from './window-job.ts';
import {
  type AttemptKey,
  type Capture,
  metadataOf,
  reportOf,
  type WindowTranscoder,
} from './window-transcoder.ts';
import { attemptKey, captureKey } from './keys.ts';

export function windowTranscoder(
  { uploadsBucket, mediaBucket, roleArn, queueArn }: TranscoderOptions,
  client = mediaConvertClient(),
): WindowTranscoder {
  return {
    start: ({ captures, hasSound, segmentS, ...key }) => {
      const uri = `s3://${uploadsBucket}/${attemptKey(key)}`;
      const captureUri = (capture: Capture) =>
        [capture, `s3://${mediaBucket}/${captureKey(key, capture)}`] as const;
      const job = windowJob({
        inputUri: `${uri}.webm`,
        outputUri: uri,
        captureUris: Object.fromEntries(captures.map(captureUri)),
        hasSound,
        segmentS,
        roleArn,
        queueArn,
        requestToken: tokenOf(key),
        userMetadata: metadataOf(key),
      });
      return createJob(client, job);
    },
    find: async (jobId) => {
      const job = await findJob(client, jobId);
      return (job && reportOf(job)) ?? null;
    },
  };
}

/** MediaConvert creates no second job for the same token within a minute. */
const tokenOf = ({ id, windowId, attempt }: AttemptKey): string => `${id}-${windowId}-${attempt}`;
