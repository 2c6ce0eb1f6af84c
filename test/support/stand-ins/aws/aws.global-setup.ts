/** Runs once before the suites call AWS: fails with one sentence if the region or the credentials are missing. */
import { S3Client } from '@aws-sdk/client-s3';

export async function setup(): Promise<void> {
  const region = process.env['AWS_REGION'];
  if (!region) throw new Error('npm run test:aws needs AWS_REGION');
  const client = new S3Client({ region });
  await client.config.credentials().catch((cause: unknown) => {
    throw new Error('npm run test:aws needs credentials, where the AWS CLI finds its own', { cause });
  });
  client.destroy();
}
