/**
 * Requests to AWS without a client of the SDK, where such a client would take a start longer than all else that its first
 * request needs.
 */
import { text } from 'node:stream/consumers';
import { SignatureV4, type SignatureV4CryptoInit, type SignatureV4Init } from '@smithy/signature-v4';
import { ask } from './node-request.ts';

/** What requests are signed with, as a client of the SDK has it in its configuration. */
export type Signing = Pick<SignatureV4Init & SignatureV4CryptoInit, 'region' | 'credentials' | 'sha256'>;

export interface SignedRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** How long a service is given that does not answer well at once. */
export interface Patience {
  readonly attempts: number;
  /** The longest wait after the first attempt; twice that after the next, and so on. */
  readonly firstDelayMs: number;
  readonly attemptTimeoutMs: number;
}

/** Somebody waits for this: a slow service must not make us slow. */
const SHORT_PATIENCE: Patience = { attempts: 3, firstDelayMs: 100, attemptTimeoutMs: 1500 };

/**
 * Where a service is: the address that the environment has for it, as for clients of the SDK, or AWS's own. `host` is how
 * that begins.
 */
export async function endpointOf(
  service: string,
  region: Signing['region'],
  host: string = service,
): Promise<string> {
  const given = process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`];
  return given ?? `https://${host}.${typeof region === 'string' ? region : await region()}.amazonaws.com`;
}

/** Signs requests to a service (Signature Version 4): answers the headers to send. */
export function signerFor(service: string, { region, credentials, sha256 }: Signing) {
  const signer = new SignatureV4({ service, region, credentials, sha256 });
  return async ({ method, url, headers, body }: SignedRequest): Promise<Record<string, string>> => {
    const { protocol, hostname, host, port, pathname: path } = url;
    const place = { protocol, hostname, path, ...(port && { port: Number(port) }) };
    return (await signer.sign({ method, ...place, headers: { host, ...headers }, body })).headers;
  };
}

/**
 * Sends requests to a service, again while it throttles, fails or cannot be reached; so one may come twice. Answers what
 * it says in the end, whatever that is; throws where it cannot be reached at all.
 */
export function signedRequests(service: string, signing: Signing, patience = SHORT_PATIENCE) {
  const sign = signerFor(service, signing);
  return async (request: SignedRequest): Promise<Answer> => {
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
): Promise<Answer> {
  const response = await ask(url, { method, headers, timeoutMs }, body);
  return { status: response.statusCode ?? 0, body: await text(response) };
}
