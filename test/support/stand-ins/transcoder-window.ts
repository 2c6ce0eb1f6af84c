import type { CreateJobCommandInput } from '@aws-sdk/client-mediaconvert';
import { windowJob as productJob } from '#functions/browser-stream/adapters/compatible/window-jobs.mediaconvert.ts';
import { LOCAL_QUEUES } from '#infra/local/transcoder/transcoder.ts';
import { BUCKET, ROLE } from './transcoder-stage.ts';

const WINDOW = { id: 'B', channelId: 'C', windowId: 'live-000001', attempt: 1, endMs: 4000 };

/**
 * The product's job for a few seconds of a camera's broadcast, of this input, and with its MPEG-TS at `destination`. Each is a job
 * of its own, because none has a request token.
 */
export function windowJob(inputUri: string, destination: string): CreateJobCommandInput {
  const job = productJob(
    { ...WINDOW, captures: [], hasSound: true, segmentS: 4 },
    {
      uploadsBucket: BUCKET,
      mediaBucket: BUCKET,
      roleArn: ROLE,
      queueArn: LOCAL_QUEUES.windowsQueueArn,
    },
  );
  const { Inputs, OutputGroups } = job.Settings!;
  Inputs![0]!.FileInput = inputUri;
  OutputGroups![0]!.OutputGroupSettings!.FileGroupSettings!.Destination = `s3://${BUCKET}/${destination}`;
  return { ...job, ClientRequestToken: undefined };
}
