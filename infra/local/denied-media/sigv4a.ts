import { createPublicKey, verify } from 'node:crypto';
import { ALGORITHM_V4A, signingKeyV4a } from '../../../functions/aws/sigv4a.ts';
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

const AUTHORIZATION =
  /^AWS4-ECDSA-P256-SHA256 Credential=([^/]+)\/((\d{8})\/cloudfront-keyvaluestore\/aws4_request), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$/;

/** Checks a request's `Authorization` header by Signature Version 4A; see `verifySignature`. Answers who signed. */
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
