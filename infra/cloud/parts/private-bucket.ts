import { Duration } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  ObjectOwnership,
  type BucketProps,
  type CfnBucket,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from '../stage/stage.ts';
import { acknowledge } from './acknowledge.ts';

/** Logs of access name people's addresses, so they are kept no longer than it takes to look into an attack. */
const LOGS_KEPT = Duration.days(30);

/** Deleted and overwritten objects can be restored for this time, by the operator alone. */
const OLD_VERSIONS_KEPT = Duration.days(7);

export interface PrivateBucketProps {
  readonly stage: Stage;
  /** Where it is written down who asked for what. */
  readonly accessLogs: Bucket;
  /** Objects that are there to stay have versions, where the stage keeps data; those that pass through have none. */
  readonly holds: 'lasting' | 'passing';
}

/** Where the CDN (below `cdn/`) and the buckets (below their names) write down who asked for what. */
export function createAccessLogs(scope: Construct, id: string, stage: Stage): Bucket {
  const bucket = createBucket(scope, id, stage, {
    // CloudFront's standard logs are given by an ACL.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    lifecycleRules: [{ expiration: LOGS_KEPT }],
  });
  acknowledge(bucket, { 'AwsSolutions-S1': 'It is where the logs go.' });
  return bucket;
}

/** A bucket for those alone whom a policy names. */
export function createPrivateBucket(
  scope: Construct,
  id: string,
  { stage, accessLogs, holds }: PrivateBucketProps,
  { lifecycleRules = [], ...props }: BucketProps = {},
): Bucket {
  const versioned = stage.isProduction && holds === 'lasting';
  return createBucket(scope, id, stage, {
    // The library's own `Bucket` is no `IBucket` to the compiler's exactOptionalPropertyTypes.
    serverAccessLogsBucket: accessLogs as NonNullable<BucketProps['serverAccessLogsBucket']>,
    serverAccessLogsPrefix: `${id.toLowerCase()}/`,
    versioned,
    lifecycleRules: [...lifecycleRules, ...(versioned ? [FORGETTING] : [])],
    ...props,
  });
}

/** What is left of a deleted object once its versions are gone is a marker, which every listing would read past. */
const FORGETTING: LifecycleRule = {
  noncurrentVersionExpiration: OLD_VERSIONS_KEPT,
  expiredObjectDeleteMarker: true,
};

const createBucket = (scope: Construct, id: string, stage: Stage, props: BucketProps): Bucket =>
  new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: stage.removalPolicy,
    ...props,
  });

/** Has S3 send a bucket's events to EventBridge. The CDK's own way needs a Lambda with rights over every bucket. */
export function sendEventsToEventBridge(bucket: Bucket): void {
  const resource = bucket.node.defaultChild as CfnBucket;
  resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}
