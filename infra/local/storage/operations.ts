import type { Signed } from './authentication/authenticate.ts';
import { completeUpload } from './multipart/multipart-complete.ts';
import { listParts } from './multipart/multipart-lists.ts';
import { uploadPart } from './multipart/multipart-parts.ts';
import { abortUpload, createUpload } from './multipart/multipart-uploads.ts';
import { copyObject } from './objects/copy-object.ts';
import { deleteObject, deleteObjects } from './objects/delete-objects.ts';
import { getObject } from './objects/get-object.ts';
import { listObjects } from './objects/list-objects.ts';
import { putObject } from './objects/put-object.ts';
import type { Answer, S3Request } from './protocol/s3-request.ts';
import type { Storage } from './state/storage-context.ts';

export type Operation = (storage: Storage, signed: Signed) => Answer | Promise<Answer>;

/** Query parameters that request something other than the object or bucket itself. */
const SUBRESOURCES =
  `accelerate acl analytics attributes cors delete encryption intelligent-tiering inventory legal-hold lifecycle
  location logging metrics notification object-lock ownershipControls policy policyStatus publicAccessBlock
  renameObject replication requestPayment restore retention select tagging torrent uploadId uploads versionId
  versioning versions website`.split(/\s+/);

/** Operations on a bucket, by method and subresource. */
const BUCKET_OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST delete': deleteObjects,
};

const OBJECT_OPERATIONS: Readonly<Record<string, Operation>> = {
  GET: getObject,
  HEAD: getObject,
  PUT: putObject,
  DELETE: deleteObject,
  'POST uploads': createUpload,
  'GET uploadId': listParts,
  'PUT uploadId': uploadPart,
  'POST uploadId': completeUpload,
  'DELETE uploadId': abortUpload,
};

/** Returns the operation of a request, or `undefined` if this stand-in does not support it. */
export function operationOf({ method, bucket, key, query, headers }: S3Request): Operation | undefined {
  const subresource = SUBRESOURCES.find((name) => query.has(name));
  const name = subresource ? `${method} ${subresource}` : method;
  if (bucket === '') return undefined;
  if (key === '') {
    if (name === 'GET') return query.get('list-type') === '2' ? listObjects : undefined;
    return BUCKET_OPERATIONS[name];
  }
  if (headers['x-amz-copy-source'] !== undefined) return name === 'PUT' ? copyObject : undefined;
  return OBJECT_OPERATIONS[name];
}
