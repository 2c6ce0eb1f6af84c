import type { Signed } from '../authentication/authenticate.ts';
import { receive } from '../body/payload.ts';
import type { Digests } from '../checksums/body-digests.ts';
import { checksumHeaders, type Checksum } from '../checksums/checksums.ts';
import type { Answer, S3Request } from '../protocol/s3-request.ts';
import type { CreationReason } from '../state/object-events.ts';
import type { StoredObject } from '../state/objects-index.ts';
import { blobsOf, nowInSecondsMs, type Storage } from '../state/storage-context.ts';
import { checkWrite } from './conditions.ts';
import { keptHeaders } from './object-headers.ts';

/** PutObject: the object becomes visible when it is completely on disk. */
export async function putObject(storage: Storage, signed: Signed): Promise<Answer> {
  const { index, blobs } = storage;
  const { bucket, key, headers } = signed.request;
  checkWrite(headers, index.object(bucket, key));
  const kept = keptHeaders(headers);
  const { taken: blob, digests } = await receive(signed, (bytes) => blobs.write(bytes));
  const object = newObject({ bucket, key, headers: kept, blob, digests });
  await storeObject(storage, signed.request, object, 'PutObject');
  return {
    status: 200,
    headers: { etag: `"${object.etag}"`, ...(object.checksum && checksumHeaders(object.checksum)) },
  };
}

interface NewObject extends Pick<StoredObject, 'bucket' | 'key' | 'headers'> {
  readonly blob: string;
  readonly digests: Digests;
}

/** Returns an object that was uploaded in one piece. */
export function newObject({ blob, digests, ...object }: NewObject): StoredObject {
  const { sizeBytes, md5 } = digests;
  const checksum = digests.checksum && wholeChecksum(digests.checksum);
  return {
    ...object,
    sizeBytes,
    etag: md5.toString('hex'),
    modifiedMs: nowInSecondsMs(),
    segments: [{ blob, sizeBytes }],
    ...(checksum && { checksum }),
  };
}

const wholeChecksum = ({ algorithm, digest }: NonNullable<Digests['checksum']>): Checksum => ({
  algorithm,
  value: digest.toString('base64'),
});

/** Replaces an object atomically if the request's conditions still hold. Otherwise deletes the new files and throws. */
export async function storeObject(
  { index, blobs, events }: Storage,
  request: S3Request,
  object: StoredObject,
  reason: CreationReason,
): Promise<void> {
  const replaced = index.object(object.bucket, object.key);
  try {
    checkWrite(request.headers, replaced);
    index.putObject(object);
  } catch (error) {
    await blobs.remove(blobsOf(object));
    throw error;
  }
  events.created(request, object, reason);
  await blobs.remove(blobsOf(replaced));
}
