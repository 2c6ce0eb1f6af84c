/** How bytes get from a browser into S3. */
import { type BytesPut, putBytes } from './put-bytes.ts';
import { StorageFailure } from '../patience/retry.ts';

/** A fresh address that is refused so often has not expired: it is wrong. */
export const MAX_ADDRESS_REFRESHES = 3;

/**
 * PUTs to a presigned address, with the headers that were signed; answers the ETag, where S3 shows it. Throws
 * `StorageFailure`, or the signal's reason.
 */
export async function putToStorage(put: BytesPut): Promise<string | null> {
  const answer = await putBytes(put);
  if (answer?.status !== 200) throw new StorageFailure(answer?.status ?? 0);
  return answer.getResponseHeader('ETag');
}
