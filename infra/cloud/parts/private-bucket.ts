import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectOwnership,
  type BucketProps,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** Logs of access name people's addresses, so they are kept no longer than it takes to look into an attack. */
const LOGS_KEPT = Duration.days(30);

/** Where the CDN (below `cdn/`) and the buckets (below their names) write down who asked for what. */
export function createAccessLogs(scope: Construct, id: string): Bucket {
  const bucket = createBucket(scope, id, {
    // CloudFront's standard logs are given by an ACL.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    lifecycleRules: [{ expiration: LOGS_KEPT }],
  });
  acknowledge(bucket, { 'AwsSolutions-S1': 'It is where the logs go.' });
  return bucket;
}

/** A bucket for those alone whom a policy names; kept when the stack is deleted. */
export const createPrivateBucket = (
  scope: Construct,
  id: string,
  accessLogs: Bucket,
  props: BucketProps = {},
): Bucket =>
  createBucket(scope, id, {
    // The library's own `Bucket` is no `IBucket` to the compiler's exactOptionalPropertyTypes.
    serverAccessLogsBucket: accessLogs as NonNullable<BucketProps['serverAccessLogsBucket']>,
    serverAccessLogsPrefix: `${id.toLowerCase()}/`,
    ...props,
  });

const createBucket = (scope: Construct, id: string, props: BucketProps): Bucket =>
  new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    ...props,
  });
