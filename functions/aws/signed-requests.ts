/** Requests to AWS without an SDK client, whose loading would dominate the Lambda's start. */
import { text } from 'node:stream/consumers';
import { SignatureV4, type SignatureV4CryptoInit, type SignatureV4Init } from '@smithy/signature-v4';
import { sendRequest } from './node-request.ts';
import { ATTEMPT_LIMITS_MS } from './time-limits.ts';

/** The signing settings, as SDK clients have them in their configuration. */
export type Signing = Pick<SignatureV4Init & SignatureV4CryptoInit, 'region' | 'credentials' | 'sha256'>;

interface SignedRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

export interface RetryOptions {
  readonly attempts: number;
  /** The longest delay before the first retry; doubles with each further one. */
  readonly firstDelayMs: number;
  readonly attemptTimeoutMs: number;
}

/** For requests that a person waits for. */
const SHORT_PATIENCE: RetryOptions = {
  attempts: 3,
  firstDelayMs: 100,
  attemptTimeoutMs: ATTEMPT_LIMITS_MS.short,
};

/** The service's endpoint: from the environment, as for SDK clients, or AWS's own. `host` is its prefix. */
export async function endpointOf(
  service: string,
  region: Signing['region'],
  host: string = service,
): Promise<string> {
  const given = process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`];
  return given ?? `https://${host}.${typeof region === 'string' ? region : await region()}.amazonaws.com`;
}

/** Signs requests (Signature Version 4); returns the headers. */
export function signerFor(service: string, { region, credentials, sha256 }: Signing) {
  const signer = new SignatureV4({ service, region, credentials, sha256 });
  return async ({ method, url, headers, body }: SignedRequest): Promise<Record<string, string>> => {
    const { protocol, hostname, host, port, pathname: path } = url;
    const place = { protocol, hostname, path, ...(port && { port: Number(port) }) };
    return (await signer.sign({ method, ...place, headers: { host, ...headers }, body })).headers;
  };
}

/** Retries failures, so a request may arrive twice. Returns the last response, even an error; throws without one. */
export function signedRequests(service: string, signing: Signing, patience = SHORT_PATIENCE) {
  const sign = signerFor(service, signing);
  return async (request: SignedRequest): Promise<HttpAnswer> => {
    for (let attempt = 1; ; attempt++) {
      const headers = await sign(request);
      const answer = await send(request, headers, patience.attemptTimeoutMs).catch((error: Error) => error);
      const isRefusal = answer instanceof Error || answer.status === 429 || answer.status >= 500;
      if (!isRefusal) return answer;
      if (attempt === patience.attempts) {
        if (answer instanceof Error) throw answer;
        return answer;
      }
      const longestMs = patience.firstDelayMs * 2 ** (attempt - 1);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs));
    }
  };
}

async function send(
  { method, url, body }: SignedRequest,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<HttpAnswer> {
  const response = await sendRequest(url, { method, headers, timeoutMs }, body);
  return { status: response.statusCode ?? 0, body: await text(response) };
}
