import { Duration, Stack, type CfnElement } from 'aws-cdk-lib';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { HttpMethods, type Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { UPLOADS_CORS, UPLOADS_LIFECYCLE } from '#infra/agreed/uploads-bucket.ts';
import { acknowledge } from './parts/acknowledge.ts';
import { createPrivateBucket, sendEventsToEventBridge } from './parts/private-bucket.ts';
import type { Stage } from './stage/stage.ts';

export interface StorageProps {
  readonly stage: Stage;
  /** The bucket for access logs. */
  readonly accessLogs: Bucket;
}

/**
 * The buckets for people's files: `uploads` receives them from browsers with presigned URLs, sends an event for each,
 * and deletes them after two days; `media` contains validated files, which the CDN serves under the objects' keys,
 * starting with `media/`.
 */
export class Storage extends Construct {
  readonly uploads: Bucket;
  readonly media: Bucket;

  constructor(scope: Construct, id: string, { stage, accessLogs }: StorageProps) {
    super(scope, id);
    this.uploads = createPrivateBucket(
      this,
      'Uploads',
      { stage, accessLogs, holds: 'passing' },
      {
        cors: [
          {
            allowedOrigins: [...UPLOADS_CORS.allowedOrigins],
            allowedMethods: UPLOADS_CORS.allowedMethods.map((method) => HttpMethods[method]),
            allowedHeaders: [...UPLOADS_CORS.allowedHeaders],
            exposedHeaders: [...UPLOADS_CORS.exposedHeaders],
            maxAge: UPLOADS_CORS.maxAgeSeconds,
          },
        ],
        lifecycleRules: [
          {
            expiration: Duration.days(UPLOADS_LIFECYCLE.expireAfterDays),
            abortIncompleteMultipartUploadAfter: Duration.days(UPLOADS_LIFECYCLE.abortIncompleteAfterDays),
          },
        ],
      },
    );
    sendEventsToEventBridge(this.uploads);
    this.media = createPrivateBucket(this, 'Media', { stage, accessLogs, holds: 'lasting' });
  }

  /** Lets a role use the buckets for these purposes only. */
  grant(role: IRole, ...purposes: readonly StoragePurpose[]): void {
    for (const { list = [], objects } of purposes.map((purpose): Access => ACCESS[purpose])) {
      for (const bucket of list) allow(role, ['s3:ListBucket'], this[bucket].bucketArn);
      for (const [bucket, keys, ...actions] of objects) {
        this.acknowledgeWildcard(role, bucket, keys);
        allow(role, actions, this[bucket].arnForObjects(keys));
      }
    }
  }

  /** Accepts cdk-nag's findings on a part of a bucket. */
  private acknowledgeWildcard(role: IRole, bucket: BucketName, keys: string): void {
    const id = Stack.of(this).getLogicalId(this[bucket].node.defaultChild as CfnElement);
    const reason = 'Keys name the channel, and what the object belongs to.';
    acknowledge(role, { [`AwsSolutions-IAM5[Resource::<${id}.Arn>/${keys}]`]: reason });
  }
}

type BucketName = 'uploads' | 'media';

interface Access {
  /** Buckets whose keys the role may list. Without this S3 returns 403 for a missing object. */
  readonly list?: readonly BucketName[];
  readonly objects: readonly (readonly [bucket: BucketName, keys: string, ...actions: `s3:${string}`[]])[];
}

const [GET, PUT, DELETE] = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] as const;
const ABORT_UPLOAD = 's3:AbortMultipartUpload';
const LIST_PARTS = 's3:ListMultipartUploadParts';

/** The permissions for each purpose. Presigned URLs have the permissions of the role that signs them. */
const ACCESS = {
  /** Receives, reads and publishes pictures. */
  pictures: {
    list: ['uploads'],
    objects: [
      ['uploads', 'pictures/*', GET, PUT, DELETE],
      ['media', 'media/pictures/*', PUT],
    ],
  },
  /** Receives videos in parts, and reads them. */
  uploads: {
    list: ['uploads'],
    objects: [['uploads', 'videos/*', GET, PUT, DELETE, ABORT_UPLOAD, LIST_PARTS]],
  },
  /** Lists, adds and deletes the files of videos and their uploads. MediaConvert's Probe also reads with it. */
  videos: {
    list: ['media'],
    objects: [
      ['uploads', 'videos/*', GET, DELETE],
      ['media', 'media/videos/*', PUT, DELETE],
      ['media', 'media/pictures/*', DELETE],
    ],
  },
  /** Copies parts of videos and broadcasts into clips. */
  clips: {
    objects: [
      ['media', 'media/videos/*', GET],
      ['media', 'media/pictures/*', GET],
      ['media', 'media/clips/*', PUT],
    ],
  },
  clipDeletion: { objects: [['media', 'media/clips/*', DELETE]] },
  /** Receives chunks of camera broadcasts. */
  chunks: { objects: [['uploads', 'chunks/*', PUT]] },
  /** Checks chunks, marks ends, exchanges windows with MediaConvert, and creates films of published segments. */
  broadcasts: {
    list: ['uploads'],
    objects: [
      ['uploads', 'chunks/*', GET, DELETE],
      ['uploads', 'chunks/*/end', PUT],
      ['uploads', 'windows/*', GET, PUT, DELETE],
      ['media', 'media/videos/*', GET],
      ['uploads', 'films/*', GET, PUT, DELETE, LIST_PARTS],
    ],
  },
  /** Checks chunks, and passes windows to MediaConvert. */
  windows: {
    list: ['uploads'],
    objects: [
      ['uploads', 'chunks/*', GET, DELETE],
      ['uploads', 'windows/*', PUT],
    ],
  },
  /** Stores data exports for users. */
  exports: { list: ['uploads'], objects: [['uploads', 'exports/*', GET, PUT]] },
  /** Deletes what `videos` and `broadcasts` do not cover of a deleted account. */
  accountDeletion: {
    objects: [
      ['uploads', 'videos/*', ABORT_UPLOAD],
      ['uploads', 'pictures/*', DELETE],
      ['uploads', 'exports/*', DELETE],
    ],
  },
  /** For MediaConvert: reads uploads, windows and films, and writes videos. Windows go to their source folder. */
  transcoding: {
    objects: [
      ['uploads', 'videos/*', GET],
      ['uploads', 'windows/*', GET, PUT],
      ['uploads', 'films/*', GET],
      ['media', 'media/videos/*', PUT],
    ],
  },
} as const satisfies Record<string, Access>;

export type StoragePurpose = keyof typeof ACCESS;

const allow = (role: IRole, actions: string[], resource: string): void =>
  void role.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [resource] }));
