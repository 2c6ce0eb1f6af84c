import { AwsError } from '../../aws/aws-error.ts';
import { badDigest, invalidRequest } from '../protocol/s3-errors.ts';
import type { S3Request } from '../protocol/s3-request.ts';
import { CHECKSUM_ALGORITHMS, checksumHeader, DIGEST_BYTES, type ChecksumAlgorithm } from './checksums.ts';

/** The checksum declared by a request. */
export interface ExpectedChecksum {
  readonly algorithm: ChecksumAlgorithm;
  /** `undefined` until the trailer has been read. */
  readonly value: string | undefined;
  readonly inTrailer: boolean;
}

/** Throws `InvalidRequest` if there is more than one, or if one is announced but missing. */
export function expectedChecksum(headers: S3Request['headers']): ExpectedChecksum | undefined {
  const inHeader = CHECKSUM_ALGORITHMS.filter(
    (algorithm) => headers[checksumHeader(algorithm)] !== undefined,
  );
  const trailer = headers['x-amz-trailer']?.toLowerCase() ?? '';
  const names = new Set(trailer.split(',').map((name) => name.trim()));
  const inTrailer = CHECKSUM_ALGORITHMS.filter((algorithm) => names.has(checksumHeader(algorithm)));
  const [algorithm, ...more] = [...inHeader, ...inTrailer];
  if (more.length > 0) {
    throw invalidRequest(
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  const announced = CHECKSUM_ALGORITHMS.find((name) => name === headers['x-amz-sdk-checksum-algorithm']);
  if (!algorithm) {
    if (announced === undefined) return undefined;
    throw invalidRequest(
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    );
  }
  if (announced !== undefined && announced !== algorithm) {
    throw invalidRequest('Value for x-amz-sdk-checksum-algorithm header is invalid.');
  }
  return { algorithm, value: headers[checksumHeader(algorithm)], inTrailer: inTrailer.length > 0 };
}

/** Throws `BadDigest`, or S3's error for a malformed checksum. */
export function compareChecksum(
  algorithm: ChecksumAlgorithm,
  given: string | undefined,
  computed: Buffer | undefined,
): void {
  if (given === undefined) {
    throw new AwsError(
      'MalformedTrailerError',
      'The request contained trailing data that was not well-formed or did not conform to our published schema.',
    );
  }
  const digest = Buffer.from(given, 'base64');
  if (digest.length !== DIGEST_BYTES[algorithm] || digest.toString('base64') !== given) {
    throw invalidRequest(`Value for ${checksumHeader(algorithm)} header is invalid.`);
  }
  if (!computed?.equals(digest)) throw badDigest(algorithm);
}
