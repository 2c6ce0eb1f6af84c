import { Duration, RemovalPolicy, Stack, type CfnElement } from 'aws-cdk-lib';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  type BucketProps,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../nag/acknowledge.ts';
import { UPLOADS_CORS } from './uploads-cors.ts';

/**
 * Where people's files are: `uploads` takes them from the browser by presigned addresses and forgets them after a day;
 * `media` holds what was checked, and the CDN serves it under the objects' keys, which begin with `media/`.
 */
export class Storage extends Construct {
  readonly uploads: Bucket;
  readonly media: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.uploads = this.createBucket('Uploads', {
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
        { expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    this.media = this.createBucket('Media', {});
    acknowledge(this.uploads, {
      'AwsSolutions-S1': 'Private, and empty again after a day; the API logs who asked for an upload.',
    });
    acknowledge(this.media, {
      'AwsSolutions-S1': 'Holds published media alone, which everybody may see through the CDN.',
    });
  }

  /** Lets a role take pictures in, look at them, and publish them. */
  grantPictures(role: IRole): void {
    const uploads = this.uploads.arnForObjects('pictures/*');
    const media = this.media.arnForObjects('media/pictures/*');
    const allow = (actions: string[], resources: string[]) =>
      role.addToPrincipalPolicy(new PolicyStatement({ actions, resources }));
    // Whoever may not list a bucket is told 403 for an object that is missing; with LIST it is an honest 404.
    allow(['s3:ListBucket'], [this.uploads.bucketArn]);
    allow(['s3:GetObject', 's3:DeleteObject'], [uploads]);
    allow(['s3:PutObject'], [uploads, media]);
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::<${this.logicalIdOf(this.uploads)}.Arn>/pictures/*]`]:
        'Keys name channel and picture.',
      [`AwsSolutions-IAM5[Resource::<${this.logicalIdOf(this.media)}.Arn>/media/pictures/*]`]:
        'Keys name channel and picture.',
    });
  }

  private logicalIdOf(bucket: Bucket): string {
    return Stack.of(this).getLogicalId(bucket.node.defaultChild as CfnElement);
  }

  private createBucket(id: string, props: BucketProps): Bucket {
    return new Bucket(this, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
      ...props,
    });
  }
}
