import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Listening } from '../system/listen.ts';
import type { ApiThrottle } from './api-throttle.ts';
import { AwsError } from './aws-error.ts';
import { fail, parseJson, readBody, requireAllowed, type Authorization } from './aws-server.ts';
import { refuseBrowsers } from './browsers.ts';
import type { Credentials } from './credentials.ts';
import { verifySignature } from './sigv4.ts';

/** A decoded request. */
export interface RestCall {
  /** Values of the `{name}` parameters of the operation's path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** `{}` if there is none. */
  readonly body: unknown;
}

/** One operation of a REST JSON service with resources in its paths, as in AWS's API reference. */
export interface RestOperation {
  /** Name in AWS's API reference. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** For example `/2017-08-29/jobs/{id}`. */
  readonly path: string;
  /** @default 200 */
  readonly status?: number;
  readonly run: (call: RestCall) => object | Promise<object>;
}

export interface AwsRestServerOptions {
  readonly credentials: Credentials;
  readonly operations: readonly RestOperation[];
  /** @default unlimited calls */
  readonly throttle?: ApiThrottle | undefined;
  /** @default every key may call everything */
  readonly authorization?: Authorization<RestCall> | undefined;
}

/** Serves operations by method and path on loopback, and checks signatures as AWS does. */
export function startAwsRestServer(options: AwsRestServerOptions): Promise<Listening> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => fail(response, error));
  });
  return listen(server, { host: '127.0.0.1', port: 0 });
}

async function answer(
  { operations, credentials, throttle, authorization }: AwsRestServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  refuseBrowsers(request);
  const { method = 'GET' } = request;
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const body = await readBody(request);
  const headers = request.headers as Record<string, string>;
  const holder = verifySignature({ method, url, headers, body }, credentials);
  for (const operation of operations) {
    const path = operation.method === method ? matchPath(operation.path, url.pathname) : undefined;
    if (!path) continue;
    const call = { path, query: url.searchParams, headers: request.headers, body: parseJson(body) };
    requireAllowed(authorization, holder, operation.name, call, 403);
    throttle?.(operation.name);
    const output = await operation.run(call);
    response.writeHead(operation.status ?? 200, {
      'content-type': 'application/json',
      'x-amzn-requestid': randomUUID(),
    });
    response.end(JSON.stringify(output));
    return;
  }
  throw new AwsError('UnknownOperationException', `Unknown operation: ${method} ${url.pathname}`, 404);
}

function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = pathname.split('/');
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decodePart(given[index] ?? '');
    if (part.startsWith('{') && value) parameters[part.slice(1, -1)] = value;
    else if (part !== value) return undefined;
  }
  return parameters;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw Object.assign(new AwsError('BadRequestException', 'The path is malformed.'), { cause });
  }
}
