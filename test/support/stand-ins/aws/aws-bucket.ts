import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  type BucketLocationConstraint,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BucketDefinition } from '#infra/local/storage/storage.ts';
import { triedRegion } from './on-aws.ts';

/** Creates a bucket in AWS with the stand-in's configuration. */
export async function makeBucket(s3: S3Client, { name: Bucket, cors }: BucketDefinition): Promise<void> {
  const LocationConstraint = triedRegion() as BucketLocationConstraint;
  // S3's default region must not be named.
  const isNamed = triedRegion() !== 'us-east-1';
  await s3.send(
    new CreateBucketCommand({
      Bucket,
      ...(isNamed && { CreateBucketConfiguration: { LocationConstraint } }),
    }),
  );
  if (cors.length === 0) return;
  const CORSRules = cors.map((rule) => ({
    AllowedOrigins: rule.allowedOrigins.slice(),
    AllowedMethods: rule.allowedMethods.slice(),
    AllowedHeaders: rule.allowedHeaders?.slice(),
    ExposeHeaders: rule.exposedHeaders?.slice(),
    MaxAgeSeconds: rule.maxAgeSeconds,
  }));
  await s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
}

/** Deletes a bucket with its contents. */
export async function removeBucket(s3: S3Client, Bucket: string): Promise<void> {
  const { Uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket }));
  for (const { Key, UploadId } of Uploads)
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  for (;;) {
    // Keys may contain characters that XML does not allow.
    const list = new ListObjectsV2Command({ Bucket, EncodingType: 'url' });
    const { Contents = [] } = await s3.send(list);
    if (Contents.length === 0) break;
    for (const { Key = '' } of Contents)
      await s3.send(new DeleteObjectCommand({ Bucket, Key: decodeURIComponent(Key.replaceAll('+', ' ')) }));
  }
  await s3.send(new DeleteBucketCommand({ Bucket }));
}
