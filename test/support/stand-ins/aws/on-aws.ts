import { TestRunner } from 'vitest';
import { LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { isOnAws } from './target.ts';

/**
 * Skips the rest of a test on AWS, if it checks something that only the stand-in reveals, for example its files. Does
 * nothing elsewhere.
 */
export function skipOnAws(what: string): void {
  if (isOnAws) TestRunner.getCurrentTest()?.context.skip(`AWS does not reveal ${what}`);
}

/** Returns the region of the suites. Throws on AWS if none is set. */
export function triedRegion(): string {
  const region = isOnAws ? process.env['AWS_REGION'] : LOCAL_REGION;
  if (!region) throw new Error('npm run test:aws needs AWS_REGION');
  return region;
}

/** Returns the endpoint of an AWS service for plain requests, for example `s3` for `AWS_ENDPOINT_URL_S3`. */
export const awsEndpoint = (service: string, setting: string): string =>
  process.env[`AWS_ENDPOINT_URL_${setting}`] ?? `https://${service}.${triedRegion()}.amazonaws.com`;
