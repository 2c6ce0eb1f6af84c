import type { KeyObject } from 'node:crypto';
import { AwsError } from '../../aws/aws-error.ts';
import { keyHolder, type Credentials, type KeyHolder } from '../../aws/credentials.ts';
import {
  canonicalRequest,
  encodePath,
  MAX_CLOCK_SKEW_MS,
  parseAmzDate,
  sameSignature,
  signingKey,
  signText,
  stringToSign,
} from '../../aws/signature.ts';
import { accessDenied, invalidArgument, invalidRequest } from '../protocol/s3-errors.ts';
import type { S3Request } from '../protocol/s3-request.ts';
import { readHeaderClaim, readQueryClaim, type SignatureClaim } from './signature-claim.ts';

/** The result of checking a signature. */
export interface Signed {
  /** Includes the query's `x-amz-…` parameters as headers, as S3 treats them. */
  readonly request: S3Request;
  /** SHA-256 in hex, or one of S3's keywords. */
  readonly payloadHash: string;
  /** The signer; a presigned request has the rights of its signer. */
  readonly holder: KeyHolder;
}

/**
 * Checks a request's signature in the `Authorization` header or in the query (presigned) as S3 does: key, region, date,
 * expiry, that every `x-amz-…` header is signed, and the signature itself. Throws S3's errors.
 */
export function authenticate(request: S3Request, credentials: Credentials): Signed {
  const inHeader = request.headers['authorization'] !== undefined;
  const inQuery = ['X-Amz-Algorithm', 'X-Amz-Signature', 'Signature'].some((name) => request.query.has(name));
  if (inHeader && inQuery) {
    throw invalidArgument(
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
      'Authorization',
      request.headers['authorization'],
    );
  }
  if (!inHeader && !inQuery) throw accessDenied();
  const claim = inHeader ? readHeaderClaim(request) : readQueryClaim(request);
  const holder = keyHolder(credentials, claim.accessKeyId);
  if (!holder) throw unknownKey(claim.accessKeyId);
  checkTime(claim);
  checkSignedHeaders(request, claim, inQuery);
  const payloadHash = payloadHashOf(request, inQuery);
  const key = signingKey(holder.secretAccessKey, claim.scope);
  checkSignature(request, claim, { key, payloadHash });
  return {
    request: inQuery ? { ...request, headers: { ...queryHeaders(request), ...request.headers } } : request,
    payloadHash,
    holder,
  };
}

export const unknownKey = (accessKeyId: string): AwsError =>
  new AwsError(
    'InvalidAccessKeyId',
    'The AWS Access Key Id you provided does not exist in our records.',
    403,
    {
      AWSAccessKeyId: accessKeyId,
    },
  );

/** A presigned request is valid until it expires; any other must be recent. */
function checkTime({ amzDate, expiresS }: SignatureClaim): void {
  const signedAtMs = parseAmzDate(amzDate);
  if (signedAtMs === undefined)
    throw accessDenied('AWS authentication requires a valid Date or x-amz-date header');
  const nowMs = Date.now();
  if (expiresS === undefined) {
    if (Math.abs(nowMs - signedAtMs) <= MAX_CLOCK_SKEW_MS) return;
    throw new AwsError(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
      403,
      { RequestTime: amzDate, ServerTime: isoSeconds(nowMs), MaxAllowedSkewMilliseconds: MAX_CLOCK_SKEW_MS },
    );
  }
  if (signedAtMs - nowMs > MAX_CLOCK_SKEW_MS) throw accessDenied('Request is not yet valid');
  const expiresAtMs = signedAtMs + expiresS * 1000;
  if (nowMs > expiresAtMs) {
    throw accessDenied('Request has expired', {
      'X-Amz-Expires': String(expiresS),
      Expires: isoSeconds(expiresAtMs),
      ServerTime: isoSeconds(nowMs),
    });
  }
}

const isoSeconds = (timeMs: number): string => `${new Date(timeMs).toISOString().slice(0, 19)}Z`;

/** Headers that change a request's meaning must be signed. The hash of the body is in the signature anyway. */
function checkSignedHeaders(
  { headers }: S3Request,
  { signedHeaders }: SignatureClaim,
  inQuery: boolean,
): void {
  const unsigned = Object.keys(headers).filter(
    (name) =>
      (name === 'host' || (name.startsWith('x-amz-') && !(inQuery && name === 'x-amz-content-sha256'))) &&
      !signedHeaders.includes(name),
  );
  if (unsigned.length > 0) {
    throw accessDenied('There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
  }
}

const PAYLOAD_HASH = /^([0-9a-f]{64}|UNSIGNED-PAYLOAD|STREAMING-UNSIGNED-PAYLOAD-TRAILER)$/;

function payloadHashOf({ headers, query }: S3Request, inQuery: boolean): string {
  const given = headers['x-amz-content-sha256'] ?? query.get('X-Amz-Content-Sha256');
  if (given === undefined) {
    if (inQuery) return 'UNSIGNED-PAYLOAD';
    throw invalidRequest('Missing required header for this request: x-amz-content-sha256');
  }
  if (PAYLOAD_HASH.test(given)) return given;
  throw invalidArgument(
    'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER or a valid sha256 value.',
    'x-amz-content-sha256',
    given,
  );
}

function checkSignature(
  { method, path, query, headers }: S3Request,
  { amzDate, scope, signedHeaders, signature }: SignatureClaim,
  { key, payloadHash }: { readonly key: KeyObject; readonly payloadHash: string },
): void {
  const canonical = canonicalRequest({
    method,
    path: encodePath(path),
    query: [...query].filter(([name]) => name !== 'X-Amz-Signature'),
    headers,
    signedHeaders,
    payloadHash,
  });
  const text = stringToSign(canonical, amzDate, scope);
  if (!sameSignature(signText(key, text), signature)) throw wrongSignature(text, canonical);
}

/** Includes the string that was expected to be signed, as S3 does. */
export const wrongSignature = (text: string, canonical?: string): AwsError =>
  new AwsError(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    403,
    { StringToSign: text, ...(canonical !== undefined && { CanonicalRequest: canonical }) },
  );

const queryHeaders = ({ query }: S3Request): Record<string, string> =>
  Object.fromEntries(
    [...query]
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name.startsWith('x-amz-')),
  );
