/** Runs once before the suites are run against AWS: without a region or credentials, that is told in one sentence. */
import { S3Client } from '@aws-sdk/client-s3';
import { triedRegion } from './on-aws.ts';

export async function setup(): Promise<void> {
  const client = new S3Client({ region: triedRegion() });
  await client.config.credentials().catch((cause: unknown) => {
    throw new Error('FANFARE_AWS=1 needs credentials, where the AWS CLI finds its own', { cause });
  });
  client.destroy();
}
