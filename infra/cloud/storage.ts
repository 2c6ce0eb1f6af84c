import { Duration, Stack, type CfnElement } from 'aws-cdk-lib';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { HttpMethods, type Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { UPLOADS_CORS, UPLOADS_LIFECYCLE } from '../agreed/uploads-bucket.ts';
import { acknowledge } from './parts/acknowledge.ts';
import { createPrivateBucket, tellEventBridge } from './parts/private-bucket.ts';
import type { Stage } from './stage/stage.ts';

export interface StorageProps {
  readonly stage: Stage;
  /** Where it is written down who asked for what. */
  readonly accessLogs: Bucket;
}

/**
 * Where people's files are: `uploads` takes them from the browser by presigned addresses, tells EventBridge of each, and
 * forgets them after two days; `media` holds what was checked, and the CDN serves it under the objects' keys, which begin with `media/`.
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
    tellEventBridge(this.uploads);
    this.media = createPrivateBucket(this, 'Media', { stage, accessLogs, holds: 'lasting' });
  }

  /** Lets a role take pictures in, look at them, and publish them. */
  grantPictures(role: IRole): void {
    const keys = 'Keys name channel and picture.';
    const uploads = this.objects(role, this.uploads, 'pictures/*', keys);
    const media = this.objects(role, this.media, 'media/pictures/*', keys);
    allow(role, ['s3:ListBucket'], [this.uploads.bucketArn]);
    allow(role, ['s3:GetObject', 's3:DeleteObject'], [uploads]);
    allow(role, ['s3:PutObject'], [uploads, media]);
  }

  /** Lets a role take videos in, in parts, and look at them; presigned addresses carry these rights to browsers. */
  grantUploads(role: IRole): void {
    const uploads = this.objects(role, this.uploads, 'videos/*', VIDEO_KEYS);
    allow(role, ['s3:ListBucket'], [this.uploads.bucketArn]);
    allow(
      role,
      [
        's3:GetObject',
        's3:PutObject',
        's3:DeleteObject',
        's3:AbortMultipartUpload',
        's3:ListMultipartUploadParts',
      ],
      [uploads],
    );
  }

  /** Lets a role name what videos are made of, add to it, and delete it together with the upload. */
  grantVideos(role: IRole): void {
    const uploads = this.objects(role, this.uploads, 'videos/*', VIDEO_KEYS);
    const media = this.objects(role, this.media, 'media/videos/*', VIDEO_KEYS);
    allow(role, ['s3:ListBucket'], [this.media.bucketArn]);
    // MediaConvert's Probe reads the upload by the rights of whoever asks.
    allow(role, ['s3:GetObject'], [uploads]);
    const pictures = this.objects(role, this.media, 'media/pictures/*', 'Keys name channel and picture.');
    allow(role, ['s3:DeleteObject'], [uploads, media, pictures]);
    allow(role, ['s3:PutObject'], [media]);
  }

  /** Lets a role copy what viewers get of videos and broadcasts into clips. */
  grantClips(role: IRole): void {
    const [videos, pictures, clips] = [
      this.objects(role, this.media, 'media/videos/*', VIDEO_KEYS),
      this.objects(role, this.media, 'media/pictures/*', 'Keys name channel and picture.'),
      this.objects(role, this.media, 'media/clips/*', CLIP_KEYS),
    ];
    allow(role, ['s3:GetObject'], [videos, pictures]);
    allow(role, ['s3:PutObject'], [clips]);
  }

  /** Lets a role delete clips. */
  grantEndOfClips(role: IRole): void {
    const clips = this.objects(role, this.media, 'media/clips/*', CLIP_KEYS);
    allow(role, ['s3:DeleteObject'], [clips]);
  }

  /** Lets a role take in chunks of cameras' broadcasts; presigned addresses carry this right to browsers. */
  grantChunks(role: IRole): void {
    allow(role, ['s3:PutObject'], [this.objects(role, this.uploads, 'chunks/*', BROADCAST_KEYS)]);
  }

  /**
   * Lets a role judge chunks, mark ends, exchange windows with MediaConvert, and make films of published segments; it
   * publishes by {@link grantVideos}.
   */
  grantBroadcasts(role: IRole): void {
    const chunks = this.objects(role, this.uploads, 'chunks/*', BROADCAST_KEYS);
    const ends = this.objects(role, this.uploads, 'chunks/*/end', BROADCAST_KEYS);
    const windows = this.objects(role, this.uploads, 'windows/*', BROADCAST_KEYS);
    allow(role, ['s3:ListBucket'], [this.uploads.bucketArn]);
    allow(role, ['s3:GetObject', 's3:DeleteObject'], [chunks, windows]);
    allow(role, ['s3:PutObject'], [ends, windows]);
    const films = this.objects(role, this.uploads, 'films/*', BROADCAST_KEYS);
    const media = this.objects(role, this.media, 'media/videos/*', BROADCAST_KEYS);
    allow(role, ['s3:GetObject'], [media]);
    allow(role, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:ListMultipartUploadParts'], [films]);
  }

  /** Lets a role judge chunks, and hand windows to MediaConvert. */
  grantCutting(role: IRole): void {
    const chunks = this.objects(role, this.uploads, 'chunks/*', BROADCAST_KEYS);
    const windows = this.objects(role, this.uploads, 'windows/*', BROADCAST_KEYS);
    allow(role, ['s3:ListBucket'], [this.uploads.bucketArn]);
    allow(role, ['s3:GetObject', 's3:DeleteObject'], [chunks]);
    allow(role, ['s3:PutObject'], [windows]);
  }

  /** Lets a role store copies of what is held of somebody; presigned addresses carry the right to fetch them to browsers. */
  grantExports(role: IRole): void {
    const archives = this.objects(role, this.uploads, 'exports/*', 'Keys begin with whose they are.');
    allow(role, ['s3:ListBucket'], [this.uploads.bucketArn]);
    allow(role, ['s3:GetObject', 's3:PutObject'], [archives]);
  }

  /** Lets a role delete what somebody leaves behind that {@link grantVideos} and {@link grantBroadcasts} do not cover. */
  grantLeaving(role: IRole): void {
    const keys = 'Keys begin with whose they are.';
    const videos = this.objects(role, this.uploads, 'videos/*', VIDEO_KEYS);
    const [pictures, archives] = ['pictures/*', 'exports/*'].map((part) =>
      this.objects(role, this.uploads, part, keys),
    );
    allow(role, ['s3:AbortMultipartUpload'], [videos]);
    allow(role, ['s3:DeleteObject'], [pictures!, archives!]);
  }

  /** Lets a role read uploads and films and write what is made of them. Windows come back to where they were taken from. */
  grantTranscoding(role: IRole): void {
    const uploads = this.objects(role, this.uploads, 'videos/*', VIDEO_KEYS);
    const windows = this.objects(role, this.uploads, 'windows/*', BROADCAST_KEYS);
    const media = this.objects(role, this.media, 'media/videos/*', VIDEO_KEYS);
    const films = this.objects(role, this.uploads, 'films/*', BROADCAST_KEYS);
    allow(role, ['s3:GetObject'], [uploads, windows, films]);
    allow(role, ['s3:PutObject'], [media, windows]);
  }

  /** The ARN of a part of a bucket, answered for to cdk-nag. */
  private objects(role: IRole, bucket: Bucket, keys: string, reason: string): string {
    acknowledge(role, { [`AwsSolutions-IAM5[Resource::<${this.logicalIdOf(bucket)}.Arn>/${keys}]`]: reason });
    return bucket.arnForObjects(keys);
  }

  private logicalIdOf(bucket: Bucket): string {
    return Stack.of(this).getLogicalId(bucket.node.defaultChild as CfnElement);
  }
}

const VIDEO_KEYS = 'Keys name channel and video.';
const CLIP_KEYS = 'Keys name channel and clip.';
const BROADCAST_KEYS = 'Keys name channel and broadcast.';

/** `s3:ListBucket` makes a missing object an honest 404; whoever may not list is told 403. */
const allow = (role: IRole, actions: string[], resources: string[]): void =>
  void role.addToPrincipalPolicy(new PolicyStatement({ actions, resources }));
