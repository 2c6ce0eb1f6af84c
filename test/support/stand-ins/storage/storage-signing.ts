import { createHash, createHmac, type BinaryLike } from 'node:crypto';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Credentials } from '../../../../infra/local/aws/credentials.ts';
import { triedRegion } from '../aws/on-aws.ts';

export interface RawRequest {
  readonly method: string;
  /** Encoded. */
  readonly path: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** What is signed as the body's hash. @default that of the body */
  readonly payloadHash?: string;
  readonly date?: Date;
  readonly region?: string;
}

/** Signs with Smithy's own signer, so that requests can be made that no client sends. */
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

  /** A body in signed chunks, each signature over the one before (`STREAMING-AWS4-HMAC-SHA256-PAYLOAD`). */
  signedChunks(headers: Record<string, string>, chunks: readonly string[], trailer?: string): string {
    const amzDate = headers['x-amz-date'] ?? '';
    const scope = `${amzDate.slice(0, 8)}/${triedRegion()}/s3/aws4_request`;
    const key = [amzDate.slice(0, 8), triedRegion(), 's3', 'aws4_request'].reduce<BinaryLike>(
      (secret, step) => createHmac('sha256', secret).update(step).digest(),
      `AWS4${this.#credentials.secretAccessKey}`,
    );
    let previous = headers['authorization']?.slice(-64) ?? '';
    const sign = (kind: string, hashes: readonly string[]): string => {
      const text = [`AWS4-HMAC-SHA256-${kind}`, amzDate, scope, previous, ...hashes].join('\n');
      previous = createHmac('sha256', key).update(text).digest('hex');
      return previous;
    };
    const framed = [...chunks, ''].map((chunk) => {
      const signature = sign('PAYLOAD', [sha256(''), sha256(chunk)]);
      return `${Buffer.byteLength(chunk).toString(16)};chunk-signature=${signature}\r\n${chunk}`;
    });
    const end = trailer
      ? `\r\n${trailer}\r\nx-amz-trailer-signature:${sign('TRAILER', [sha256(`${trailer}\n`)])}\r\n\r\n`
      : '\r\n\r\n';
    return framed.join('\r\n').replace(/\r\n$/, '') + end;
  }
}

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
