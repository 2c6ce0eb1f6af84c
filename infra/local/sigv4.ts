import { timingSafeEqual } from 'node:crypto';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import { AwsError } from './aws-error.ts';
import type { Credentials } from './credentials.ts';

/** AWS refuses requests whose date is further off than this. */
const MAX_CLOCK_SKEW_MS = 15 * 60_000;

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Checks a request's `Authorization` header as AWS does (Signature Version 4): the key must be known, the date
 * recent, and the signature the one that signing the same request again gives. Throws the `AwsError` that AWS's
 * JSON services answer.
 */
export async function verifySignature(request: SignedRequest, credentials: Credentials): Promise<void> {
  const authorization = request.headers['authorization'];
  if (!authorization)
    throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  const parts = AUTHORIZATION.exec(authorization);
  if (!parts)
    throw new AwsError('IncompleteSignatureException', 'The Authorization header is malformed.', 403);
  const [, accessKeyId, , region, service, signedHeaders, signature] = parts as unknown as string[];
  if (accessKeyId !== credentials.accessKeyId) {
    throw new AwsError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
      403,
    );
  }
  const signingDate = parseAmzDate(request.headers['x-amz-date']);
  if (Math.abs(Date.now() - signingDate.getTime()) > MAX_CLOCK_SKEW_MS) {
    throw new AwsError('InvalidSignatureException', 'Signature expired', 403);
  }
  const expected = await sign(request, credentials, {
    region: region!,
    service: service!,
    signedHeaders: signedHeaders!,
    signingDate,
  });
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature!))) {
    throw new AwsError(
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
      403,
    );
  }
}

interface Scope {
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: string;
  readonly signingDate: Date;
}

async function sign(request: SignedRequest, credentials: Credentials, scope: Scope): Promise<string> {
  const signer = new SignatureV4({
    credentials,
    region: scope.region,
    service: scope.service,
    sha256: Sha256,
    applyChecksum: false,
  });
  const headers = Object.fromEntries(
    scope.signedHeaders.split(';').map((name) => [name, request.headers[name] ?? '']),
  );
  const signed = await signer.sign(
    {
      method: request.method,
      protocol: request.url.protocol,
      hostname: request.url.hostname,
      path: decodeURI(request.url.pathname),
      query: Object.fromEntries(request.url.searchParams),
      headers,
      body: request.body,
    },
    { signingDate: scope.signingDate },
  );
  return signed.headers['authorization']!.slice(-64);
}

/** `20261120T095103Z`, the basic form of ISO 8601. */
function parseAmzDate(value: string | undefined): Date {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value ?? '');
  if (!parts)
    throw new AwsError('IncompleteSignatureException', 'The X-Amz-Date header is missing or malformed.', 403);
  const [, year, month, day, hour, minute, second] = parts;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
