import { createHash } from 'node:crypto';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Credentials } from '#infra/local/aws/credentials.ts';
import { triedRegion } from '../aws/on-aws.ts';

export interface RawRequest {
  readonly method: string;
  /** Encoded. */
  readonly path: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** The signed hash of the body. @default the body's */
  readonly payloadHash?: string;
  readonly date?: Date;
  readonly region?: string;
}

/** Signs with Smithy's signer, for requests that no client sends. */
export class RawSigner {
  readonly #endpoint: URL;
  readonly #credentials: Credentials;

  constructor(endpoint: string, credentials: Credentials) {
    this.#endpoint = new URL(endpoint);
    this.#credentials = credentials;
  }

  async headersOf(request: RawRequest): Promise<Record<string, string>> {
    const { method, path, query = {}, headers = {}, body = '', payloadHash, date = new Date() } = request;
    const signer = new SignatureV4({
      credentials: this.#credentials,
      region: request.region ?? triedRegion(),
      service: 's3',
      sha256: Sha256,
      uriEscapePath: false,
      applyChecksum: false,
    });
    const { hostname, host } = this.#endpoint;
    const signed = await signer.sign(
      {
        protocol: 'http:',
        hostname,
        method,
        path,
        query,
        headers: { host, 'x-amz-content-sha256': payloadHash ?? sha256(body), ...headers },
        body,
      },
      { signingDate: date },
    );
    return signed.headers;
  }

  async fetch(request: RawRequest, more: Record<string, string> = {}): Promise<Response> {
    const { method, path, query = {}, body } = request;
    const { host: _, ...headers } = await this.headersOf(request);
    const search = new URLSearchParams(query).toString();
    return fetch(`${this.#endpoint.origin}${path}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: { ...headers, ...more },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
  }
}

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
