import { AwsError } from '../../aws/aws-error.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/credentials.ts';
import type { Signed } from '../authentication/authenticate.ts';
import type { Answer } from '../protocol/s3.request.ts';
import { xmlDocument, type Xml } from '../protocol/s3.xml.ts';
import type { Storage } from '../state/storage.context.ts';

const BUCKET_NAME = /^(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/;

export const headBucket = (): Answer => ({ status: 200, headers: { 'x-amz-bucket-region': LOCAL_REGION } });

/** In us-east-1, S3 lets the owner create a bucket again. */
export function createBucket({ index }: Storage, { request }: Signed): Answer {
  const { bucket } = request;
  if (!BUCKET_NAME.test(bucket)) {
    throw new AwsError('InvalidBucketName', 'The specified bucket is not valid.', 400, {
      BucketName: bucket,
    });
  }
  index.addBucket(bucket);
  return { status: 200, headers: { location: `/${bucket}` } };
}

export function listBuckets({ index }: Storage): Answer {
  const buckets = index.buckets().map(({ name, createdMs }): Xml => [
    'Bucket',
    [
      ['Name', name],
      ['CreationDate', new Date(createdMs).toISOString()],
    ],
  ]);
  const body = xmlDocument('ListAllMyBucketsResult', [
    ['Owner', [['ID', LOCAL_ACCOUNT]]],
    ['Buckets', buckets],
  ]);
  return { status: 200, body };
}

/** us-east-1 is said by saying nothing. */
export const getBucketLocation = (): Answer => ({ status: 200, body: xmlDocument('LocationConstraint', []) });
