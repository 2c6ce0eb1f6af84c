import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exchangeFaults, type Exchange } from './exchange-faults.ts';

interface Started {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Requests to AWS that carry no signature, by the prefix of their target. */
const UNSIGNED: Readonly<Record<string, string>> = { AWSCognitoIdentityProviderService: 'cognito-idp' };

/**
 * Compares each request to AWS that a server of this process answers, which is a stand-in, with AWS's models, and calls
 * `onFaults` with what it finds.
 */
export function watchExchanges(onFaults: (faults: readonly string[]) => void): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Started;
    const service = serviceOf(request);
    if (service !== undefined) watch(service, request, response, onFaults);
  });
}

/** `AWS4-HMAC-SHA256 Credential=KEY/20261120/us-east-1/s3/aws4_request, …`, in the header or in the query. */
function serviceOf({ method, headers, url = '' }: IncomingMessage): string | undefined {
  // A browser asks in advance.
  if (method === 'OPTIONS') return undefined;
  const { authorization } = headers;
  if (authorization?.startsWith('AWS4-'))
    return /Credential=[^,]*\/([^/,]+)\/aws4_request/.exec(authorization)?.[1];
  const presigned = /[?&]X-Amz-Credential=([^&]*)/.exec(url)?.[1];
  if (presigned !== undefined) return decodeURIComponent(presigned).split('/').at(-2);
  return UNSIGNED[headers['x-amz-target']?.toString().split('.')[0] ?? ''];
}

function watch(
  service: string,
  request: IncomingMessage,
  response: ServerResponse,
  onFaults: (faults: readonly string[]) => void,
): void {
  const { method = 'GET', url = '' } = request;
  const [path = '', query] = url.split('?', 2);
  const pieces: Buffer[] = [];
  // Files that are put into S3 are of any size.
  if (service !== 's3' || method === 'POST') {
    const push = request.push.bind(request);
    request.push = (piece: unknown, encoding) => {
      if (Buffer.isBuffer(piece)) pieces.push(piece);
      return push(piece, encoding);
    };
  }
  const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.end = ((...parameters: unknown[]) => {
    const [answer] = parameters;
    const ended = end(...parameters);
    const exchange = {
      service,
      method,
      path,
      query: new URLSearchParams(query),
      headers: request.headers,
      body: Buffer.concat(pieces),
      status: response.statusCode,
      answerHeaders: response.getHeaders(),
      answer: typeof answer === 'string' || Buffer.isBuffer(answer) ? answer.toString() : '',
    };
    onFaults(faultsOf(exchange));
    return ended;
  }) as typeof response.end;
}

/** A stand-in shall not fail because models are missing. */
function faultsOf(exchange: Exchange): string[] {
  try {
    return exchangeFaults(exchange);
  } catch (error) {
    return [String(error)];
  }
}
