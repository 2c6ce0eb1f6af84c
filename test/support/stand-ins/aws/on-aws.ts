import { TestRunner } from 'vitest';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { isOnAws } from './target.ts';

/**
 * What follows is known of a stand-in alone, such as its files: on AWS the test that asks for it is skipped, and says so. Does
 * nothing elsewhere.
 */
export function standInAlone(what: string): void {
  if (isOnAws) TestRunner.getCurrentTest()?.context.skip(`AWS does not show ${what}`);
}

/** The region of the suites. Throws on AWS without a region. */
export function triedRegion(): string {
  const region = isOnAws ? process.env['AWS_REGION'] : LOCAL_REGION;
  if (!region) throw new Error('npm run test:aws needs AWS_REGION: where to try');
  return region;
}

/** Where a service of AWS is asked by plain requests, such as `s3` of `AWS_ENDPOINT_URL_S3`. */
export const awsEndpoint = (service: string, setting: string): string =>
  process.env[`AWS_ENDPOINT_URL_${setting}`] ?? `https://${service}.${triedRegion()}.amazonaws.com`;
