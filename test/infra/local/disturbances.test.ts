import { setTimeout as delay } from 'node:timers/promises';
import { CreateJobCommand, GetJobCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BusEvent } from '#infra/agreed/event.ts';
import { localCredentials, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { startStandIns } from '#infra/local/stand-ins.ts';
import { windowJob } from '#test/support/stand-ins/transcoder-window.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const JOB = {
  ...windowJob('s3://fanfare-uploads/windows/none.webm', 'out/none'),
  UserMetadata: { broadcast_id: 'b1', window_id: 'live-000001' },
};

function mediaConvert(endpoint: string, dataDir: string): MediaConvertClient {
  const credentials = localCredentials(dataDir);
  return new MediaConvertClient({ endpoint, region: LOCAL_REGION, credentials, maxAttempts: 1 });
}

/** Returns the error code of a job whose input is missing: 1404, unless a failure is simulated. */
async function errorOfJob(client: MediaConvertClient): Promise<number | undefined> {
  const { Job } = await client.send(new CreateJobCommand(JOB));
  for (;;) {
    const { Job: now } = await client.send(new GetJobCommand({ Id: Job?.Id }));
    if (now?.Status === 'ERROR') return now.ErrorCode;
    // MediaConvert limits the rate of this call.
    await delay(500);
  }
}

describe('a site with simulated disturbances', () => {
  it('delivers events twice and fails jobs', async () => {
    const dataDir = newFolder();
    const credentials = localCredentials(dataDir);
    const delivered: BusEvent[] = [];
    const ports = { rtmpPort: 0, realtimePort: 0, s3Port: 0 };
    const standIns = await startStandIns({
      dataDir,
      credentials,
      ...ports,
      host: '127.0.0.1',
      siteUrl: 'http://127.0.0.1',
      deliver: async (event) => void delivered.push(event),
      deliverNews: async () => {},
      deliverWebhooks: async () => {},
      invoke: () => undefined,
      authorize: async () => ({ isAuthorized: false, ttlOverride: 0 }),
      disturbances: {
        transcoder: { failWindows: { 'live-000001': 1 } },
        events: { twice: 1, only: ['Object Created'] },
      },
    });
    onTestFinished(() => standIns.close());
    const { endpoint, uploadsBucket: Bucket } = standIns.storage;
    const s3 = new S3Client({ endpoint, region: LOCAL_REGION, credentials, forcePathStyle: true });
    await s3.send(new PutObjectCommand({ Bucket, Key: 'chunks/ada/b1/000001.webm', Body: 'chunk' }));
    await s3.send(new PutObjectCommand({ Bucket, Key: 'videos/ada/1', Body: 'video' }));
    const stored = () => delivered.filter(({ source }) => source === 'aws.s3');
    await expect.poll(() => stored()).toHaveLength(2);
    expect(stored().map(({ detail }) => detail['object'])).toMatchObject([
      { key: 'chunks/ada/b1/000001.webm', size: 5 },
      { key: 'chunks/ada/b1/000001.webm', size: 5 },
    ]);
    const client = mediaConvert(standIns.transcoder.endpoint, dataDir);
    expect([await errorOfJob(client), await errorOfJob(client)]).toEqual([1999, 1404]);
  });
});
