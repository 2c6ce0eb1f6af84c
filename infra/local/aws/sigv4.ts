import { AwsError } from './aws-error.ts';
import { keyHolder, type Credentials, type KeyHolder } from './credentials.ts';
import {
  canonicalRequest,
  encodePath,
  MAX_CLOCK_SKEW_MS,
  parseAmzDate,
  parseCredential,
  sameSignature,
  sha256Hex,
  signingKey,
  signText,
  stringToSign,
} from './signature.ts';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Checks a request's `Authorization` header as AWS does (Signature Version 4): the key must be known, the date recent,
 * and the signature the same as one computed from the request. Returns the signer. Throws the `AwsError` of AWS's JSON
 * services.
 */
export function verifySignature(request: SignedRequest, credentials: Credentials): KeyHolder {
  const authorization = request.headers['authorization'];
  if (!authorization)
    throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
  const [, credentialText = '', signedHeaders = '', signature = ''] = AUTHORIZATION.exec(authorization) ?? [];
  const credential = parseCredential(credentialText);
  if (!credential)
    throw new AwsError('IncompleteSignatureException', 'The Authorization header is malformed.', 403);
  const holder = keyHolder(credentials, credential.accessKeyId);
  if (!holder) {
    throw new AwsError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
      403,
    );
  }
  const amzDate = request.headers['x-amz-date'] ?? '';
  const signedAtMs = parseAmzDate(amzDate);
  if (signedAtMs === undefined)
    throw new AwsError('IncompleteSignatureException', 'The X-Amz-Date header is missing or malformed.', 403);
  if (Math.abs(Date.now() - signedAtMs) > MAX_CLOCK_SKEW_MS) {
    throw new AwsError('InvalidSignatureException', 'Signature expired', 403);
  }
  const canonical = canonicalRequest({
    method: request.method,
    path: encodePath(request.url.pathname),
    query: request.url.search === '' ? [] : request.url.searchParams,
    headers: request.headers,
    signedHeaders: signedHeaders.split(';'),
    payloadHash: sha256Hex(request.body),
  });
  const key = signingKey(holder.secretAccessKey, credential.scope);
  if (!sameSignature(signText(key, stringToSign(canonical, amzDate, credential.scope)), signature)) {
    throw new AwsError(
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
      403,
    );
  }
  return holder;
}
