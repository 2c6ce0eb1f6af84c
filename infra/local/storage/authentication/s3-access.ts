import type { KeyHolder } from '../../aws/credentials.ts';
import type { IamRequest } from '../../aws/iam/evaluate.ts';
import { copySourcePlace } from '../protocol/copy-source.ts';
import { accessDenied } from '../protocol/s3-errors.ts';
import type { S3Request } from '../protocol/s3-request.ts';
import type { Storage } from '../state/storage-context.ts';

const bucketArn = (bucket: string): string => `arn:aws:s3:::${bucket}`;
export const objectArn = (bucket: string, key: string): string => `${bucketArn(bucket)}/${key}`;

/** Throws `AccessDenied`. */
export function requireAllowed(
  { refuse }: Storage,
  holder: KeyHolder,
  requests: readonly IamRequest[],
): void {
  const refusal = refuse?.(holder, requests);
  if (refusal) throw accessDenied(refusal.message);
}

/**
 * Returns the IAM requests of an S3 request; DeleteObjects has one per object. Callers who may not list a bucket cannot
 * find out which objects are missing. Source: Amazon S3 User Guide, "Required permissions for Amazon S3 API
 * operations".
 */
export function s3Requests({ index }: Storage, request: S3Request): readonly IamRequest[] {
  const { method, bucket, key, query, headers } = request;
  const listing = { action: 's3:ListBucket', resource: bucketArn(bucket) };
  if (key === '') return method === 'POST' ? [] : [listing];
  const onObject = (action: string): IamRequest => ({
    action: `s3:${action}`,
    resource: objectArn(bucket, key),
  });
  const reading = ({ bucket, key }: { readonly bucket: string; readonly key: string }): IamRequest[] => [
    { action: 's3:GetObject', resource: objectArn(bucket, key) },
    ...(index.object(bucket, key) ? [] : [{ action: 's3:ListBucket', resource: bucketArn(bucket) }]),
  ];
  const isOfUpload = query.has('uploadId');
  switch (method) {
    case 'GET':
    case 'HEAD':
      return isOfUpload ? [onObject('ListMultipartUploadParts')] : reading({ bucket, key });
    case 'DELETE':
      return [onObject(isOfUpload ? 'AbortMultipartUpload' : 'DeleteObject')];
    default: {
      const isCopy = headers['x-amz-copy-source'] !== undefined;
      return [onObject('PutObject'), ...(isCopy ? reading(copySourcePlace(request)) : [])];
    }
  }
}
