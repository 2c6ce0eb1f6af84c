import { AwsError } from '../../aws/aws-error.ts';
import type { Signed } from '../authentication/authenticate.ts';
import { BodyDigester, type Digests } from '../checksums/body-digests.ts';
import { checksumHeader } from '../checksums/checksums.ts';
import { compareChecksum, expectedChecksum } from '../checksums/expected-checksum.ts';
import { entityTooLarge, incompleteBody, invalidArgument } from '../protocol/s3-errors.ts';
import type { S3Request } from '../protocol/s3-request.ts';
import { decodeChunks } from './chunked-body.ts';

/** Maximum body size of one request: 5 GiB. */
export const MAX_PUT_BYTES = 5 * 1024 ** 3;

/**
 * Streams a request's decoded body to `take`, and verifies its length, SHA-256 and checksum (in a header or the
 * trailer). On a mismatch, the error is thrown into `take` after the last byte.
 */
export async function receive<T>(
  signed: Signed,
  take: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<{ readonly taken: T; readonly digests: Digests }> {
  const { payloadHash } = signed;
  const { headers } = signed.request;
  const isChunked = payloadHash.startsWith('STREAMING-');
  const sizeBytes = declaredSize(headers, isChunked);
  const expected = expectedChecksum(headers);
  const wantsSha256 = !isChunked && payloadHash !== 'UNSIGNED-PAYLOAD';
  const digester = new BodyDigester(expected?.algorithm, { wantsSha256 });
  let trailer = expected?.value;
  let digests: Digests | undefined;

  const check = (): void => {
    digests = digester.finish();
    if (digests.sizeBytes !== sizeBytes) throw incompleteBody();
    if (wantsSha256 && digests.sha256 !== payloadHash) throw contentMismatch(payloadHash, digests.sha256);
    if (expected) compareChecksum(expected.algorithm, trailer, digests.checksum?.digest);
  };
  const decoded = decode(signed, (name, value) => {
    if (expected?.inTrailer && name === checksumHeader(expected.algorithm)) trailer = value;
  });
  const taken = await take(passing(decoded, digester, check, sizeBytes));
  if (!digests) throw new Error('the body was not read to its end');
  return { taken, digests };
}

function decode(
  { request, payloadHash }: Signed,
  onTrailer: (name: string, value: string) => void,
): AsyncIterable<Buffer> {
  if (!payloadHash.startsWith('STREAMING-')) return request.body();
  return decodeChunks(request.body(), onTrailer);
}

async function* passing(
  source: AsyncIterable<Buffer>,
  digester: BodyDigester,
  check: () => void,
  sizeBytes: number,
): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    digester.update(piece);
    if (digester.sizeBytes > sizeBytes) throw incompleteBody();
    yield piece;
  }
  check();
}

/** Reads a small body as text. Throws `tooLarge` above `maxBytes`. */
export async function receiveText(signed: Signed, maxBytes: number, tooLarge: () => Error): Promise<string> {
  const { taken } = await receive(signed, async (bytes) => {
    const pieces: Buffer[] = [];
    let sizeBytes = 0;
    for await (const piece of bytes) {
      sizeBytes += piece.length;
      if (sizeBytes > maxBytes) throw tooLarge();
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  });
  return taken;
}

function declaredSize(headers: S3Request['headers'], isChunked: boolean): number {
  const text = isChunked
    ? headers['x-amz-decoded-content-length']
    : (headers['content-length'] ?? emptyBody(headers));
  if (text === undefined) {
    throw new AwsError('MissingContentLength', 'You must provide the Content-Length HTTP header.', 411);
  }
  const sizeBytes = Number(text);
  if (!/^\d+$/.test(text)) throw invalidArgument('The length is not a number.', 'Content-Length', text);
  if (sizeBytes > MAX_PUT_BYTES) throw entityTooLarge(sizeBytes, MAX_PUT_BYTES);
  return sizeBytes;
}

/** A request with neither a length nor chunks has no body. */
const emptyBody = (headers: S3Request['headers']): string | undefined =>
  headers['transfer-encoding'] === undefined ? '0' : undefined;

const contentMismatch = (given: string, computed: string | undefined): AwsError =>
  new AwsError(
    'XAmzContentSHA256Mismatch',
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
    400,
    { ClientComputedContentSHA256: given, S3ComputedContentSHA256: computed },
  );
