import {
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  verify,
  type KeyObject,
} from 'node:crypto';
import { AwsError } from '../aws/aws-error.ts';
import { keyHolder, type Credentials, type KeyHolder } from '../aws/credentials.ts';
import {
  canonicalRequest,
  encodePath,
  MAX_CLOCK_SKEW_MS,
  parseAmzDate,
  sha256Hex,
} from '../aws/signature.ts';
import type { SignedRequest } from '../aws/sigv4.ts';

const ALGORITHM_V4A = 'AWS4-ECDSA-P256-SHA256';
const CURVE_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Length of the derived key in bits. */
const LENGTH = Uint8Array.of(0, 0, 1, 0);
const ITERATION = Uint8Array.of(0, 0, 0, 1);

interface KeyPair {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Returns the private key of a key pair. Source: NIST SP 800-108, counter mode; test vector of awslabs/aws-c-auth. */
export function signingKeyV4a({ accessKeyId, secretAccessKey }: KeyPair): KeyObject {
  for (let counter = 1; ; counter++) {
    const candidate = createHmac('sha256', `AWS4A${secretAccessKey}`)
      .update(ITERATION)
      .update(`${ALGORITHM_V4A}\0${accessKeyId}`)
      .update(Uint8Array.of(counter))
      .update(LENGTH)
      .digest('hex');
    const scalar = BigInt(`0x${candidate}`) + 1n;
    if (scalar < CURVE_ORDER) return privateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
  }
}

function privateKey(scalar: Buffer): KeyObject {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const [d, x, y] = [scalar, point.subarray(1, 33), point.subarray(33)].map((bytes) =>
    bytes.toString('base64url'),
  );
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: d!, x: x!, y: y! }, format: 'jwk' });
}

const AUTHORIZATION =
  /^AWS4-ECDSA-P256-SHA256 Credential=([^/]+)\/((\d{8})\/cloudfront-keyvaluestore\/aws4_request), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$/;

/** Checks a request's `Authorization` header with Signature Version 4A; see `verifySignature`. Returns the signer. */
export function verifySignatureV4a(request: SignedRequest, credentials: Credentials): KeyHolder {
  const { method, url, headers, body } = request;
  const [, accessKeyId = '', scope = '', , signedHeaders = '', signature = ''] =
    AUTHORIZATION.exec(headers['authorization'] ?? '') ?? [];
  const holder = keyHolder(credentials, accessKeyId);
  const amzDate = headers['x-amz-date'] ?? '';
  const signedAtMs = parseAmzDate(amzDate);
  if (!holder || signedAtMs === undefined || Math.abs(Date.now() - signedAtMs) > MAX_CLOCK_SKEW_MS)
    throw refused();
  const canonical = canonicalRequest({
    method,
    path: encodePath(url.pathname),
    query: url.searchParams,
    headers,
    signedHeaders: signedHeaders.split(';'),
    payloadHash: sha256Hex(body),
  });
  const text = [ALGORITHM_V4A, amzDate, scope, sha256Hex(canonical)].join('\n');
  const key = createPublicKey(signingKeyV4a({ accessKeyId, secretAccessKey: holder.secretAccessKey }));
  if (!verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'hex'))) throw refused();
  return holder;
}

const refused = (): AwsError =>
  new AwsError('AccessDeniedException', 'The request signature we calculated does not match.', 403);
