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

/** Access logs contain people's addresses, so they are only kept for as long as an attack takes to investigate. */
const LOGS_KEPT = Duration.days(30);

/** Operators can restore deleted and overwritten objects for this long. */
const OLD_VERSIONS_KEPT = Duration.days(7);

export interface PrivateBucketProps {
  readonly stage: Stage;
  /** The bucket for access logs. */
  readonly accessLogs: Bucket;
  /** Lasting objects have versions if the stage keeps data; passing objects have none. */
  readonly holds: 'lasting' | 'passing';
}

/** Creates the bucket for access logs of the CDN (below `cdn/`) and of buckets (below their names). */
export function createAccessLogs(scope: Construct, id: string, stage: Stage): Bucket {
  const bucket = createBucket(scope, id, stage, {
    // CloudFront's standard logs require an ACL.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    lifecycleRules: [{ expiration: LOGS_KEPT }],
  });
  acknowledge(bucket, { 'AwsSolutions-S1': 'It is where the logs go.' });
  return bucket;
}

/** Creates a bucket that only principals in its policy can access. */
export function createPrivateBucket(
  scope: Construct,
  id: string,
  { stage, accessLogs, holds }: PrivateBucketProps,
  { lifecycleRules = [], ...props }: BucketProps = {},
): Bucket {
  const versioned = stage.isProduction && holds === 'lasting';
  return createBucket(scope, id, stage, {
    // CDK's `Bucket` does not implement `IBucket` with exactOptionalPropertyTypes.
    serverAccessLogsBucket: accessLogs as NonNullable<BucketProps['serverAccessLogsBucket']>,
    serverAccessLogsPrefix: `${id.toLowerCase()}/`,
    versioned,
    lifecycleRules: [...lifecycleRules, ...(versioned ? [FORGETTING] : [])],
    ...props,
  });
}

/** Deletes the markers that remain after a deleted object's versions have expired, and that slow down listings. */
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

/** Makes S3 send a bucket's events to EventBridge. CDK's own way needs a Lambda with permissions for every bucket. */
export function sendEventsToEventBridge(bucket: Bucket): void {
  const resource = bucket.node.defaultChild as CfnBucket;
  resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}
