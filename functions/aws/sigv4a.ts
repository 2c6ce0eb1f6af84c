/**
 * Signature Version 4A, which services without a region require: an ECDSA signature with a key derived from the secret key.
 * Node has the curve; the SDK's own package brings 70 kB with it. Source: IAM User Guide, "AWS Signature Version 4 for API
 * requests"; the derivation is NIST SP 800-108's counter mode, with the test vector of awslabs/aws-c-auth.
 */
import { createECDH, createHmac, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { getCanonicalHeaders, getPayloadHash, SignatureV4Base } from '@smithy/signature-v4';
import type { Signing } from './signed-requests.ts';

export const ALGORITHM_V4A = 'AWS4-ECDSA-P256-SHA256';
const CURVE_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Of the derived key, in bits. */
const LENGTH = Uint8Array.of(0, 0, 1, 0);
const ITERATION = Uint8Array.of(0, 0, 0, 1);

interface KeyPair {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The private key of a key pair. */
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

export interface RequestV4a {
  readonly method: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Signs requests to a global service, for all regions. */
export class SignerV4a extends SignatureV4Base {
  constructor(service: string, { credentials, sha256 }: Pick<Signing, 'credentials' | 'sha256'>) {
    super({ service, region: '*', credentials, sha256 });
  }

  /** Returns the headers to send. */
  async sign({ method, url, headers, body }: RequestV4a, now = new Date()): Promise<Record<string, string>> {
    const credentials = await this.credentialProvider();
    const { longDate, shortDate } = this.formatDate(now);
    const signed: Record<string, string> = {
      host: url.host,
      ...headers,
      'x-amz-date': longDate,
      'x-amz-region-set': '*',
      ...(credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
    };
    const { protocol, hostname, pathname: path } = url;
    const request = { method, protocol, hostname, path, query: {}, headers: signed, body };
    const canonicalHeaders = getCanonicalHeaders(request);
    const payloadHash = await getPayloadHash(request, this.sha256);
    const canonical = this.createCanonicalRequest(request, canonicalHeaders, payloadHash);
    const scope = `${shortDate}/${this.service}/aws4_request`;
    const text = await this.createStringToSign(longDate, scope, canonical, ALGORITHM_V4A);
    const signature = sign('sha256', Buffer.from(text), signingKeyV4a(credentials)).toString('hex');
    const authorization = [
      `${ALGORITHM_V4A} Credential=${credentials.accessKeyId}/${scope}`,
      `SignedHeaders=${this.getCanonicalHeaderList(canonicalHeaders)}`,
      `Signature=${signature}`,
    ].join(', ');
    return { ...signed, authorization };
  }
}
