import {
  endpointOf,
  signedRequests,
  type RetryOptions,
  type Signing,
} from '#functions/aws/signed-requests.ts';
import { ATTEMPT_LIMITS_MS } from '#functions/aws/time-limits.ts';
import type { Authorized } from '#functions/base/authorized.ts';
import { type BroadcastKey, broadcastFilesPrefix } from '../broadcast.ts';
import { cacheControlOf, type PublishedFile, withHeadersOnce } from './published-file.ts';

/** Files that streamers send: only a broadcast whose owner was checked may get some. */
export interface SegmentFiles {
  publish(broadcast: Authorized<BroadcastKey>, file: PublishedFile): Promise<void>;
  /** Returns false if a file with this name already exists; it is kept. */
  publishOnce(broadcast: Authorized<BroadcastKey>, file: PublishedFile): Promise<boolean>;
}

const PATIENCE: RetryOptions = {
  attempts: 5,
  firstDelayMs: 100,
  attemptTimeoutMs: ATTEMPT_LIMITS_MS.segments,
};
/** TLS protects bodies, so a segment is not hashed again to be signed. */
const UNHASHED = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
const ONCE = { 'if-none-match': '*' };
/** A file of this name exists, or is being stored. */
const EXISTS = [409, 412];

/** Stores files without the SDK's client, which takes three times as long for each. */
export function segmentFiles({ bucket, ...signing }: Signing & { readonly bucket: string }): SegmentFiles {
  const send = signedRequests('s3', signing, PATIENCE);
  const put = async (broadcast: BroadcastKey, file: PublishedFile, once?: typeof ONCE): Promise<boolean> => {
    const key = `${broadcastFilesPrefix(broadcast)}${file.name}`;
    const url = new URL(key, await bucketUrl(bucket, signing));
    const known = { 'content-type': file.contentType, 'cache-control': cacheControlOf(file) };
    const headers = { ...known, ...UNHASHED, ...once };
    const { status, body } = await send({ method: 'PUT', url, headers, body: file.body });
    if (once && EXISTS.includes(status)) return false;
    if (status >= 300) throw new Error(`S3 answered ${status} for ${key}: ${body}`);
    return true;
  };
  return {
    publish: withHeadersOnce(put),
    publishOnce: (broadcast, file) => put(broadcast, file, ONCE),
  };
}

async function bucketUrl(bucket: string, { region }: Signing): Promise<string> {
  const endpoint = await endpointOf('s3', region, `${bucket}.s3`);
  // A stand-in has the bucket in the path.
  return process.env['AWS_ENDPOINT_URL_S3'] ? `${endpoint}/${bucket}/` : endpoint;
}
