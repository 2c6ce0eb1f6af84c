import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type Listening } from '../system/listen.ts';
import { wholeBody } from '../system/whole-body.ts';
import type { ApiThrottle } from './api-throttle.ts';
import { accessDeniedException, type Refuse } from './iam/authorize.ts';
import type { IamRequest } from './iam/evaluate.ts';
import { AwsError } from './aws-error.ts';
import { refuseBrowsers } from './browsers.ts';
import type { Credentials, KeyHolder } from './credentials.ts';
import { verifySignature } from './sigv4.ts';

const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * One operation of a service, by its name in AWS's API reference, with input and output as JSON. The response is 204 if
 * there is no output.
 */
export type Operation = (input: never) => object | undefined | Promise<object | undefined>;

/** Authorization of a service's calls by IAM. */
export interface Authorization<Call> {
  readonly refuse: Refuse;
  /** Returns the IAM requests of an operation. Throws for unknown operations. */
  readonly requests: (operation: string, call: Call) => readonly IamRequest[];
}

export interface AwsServerOptions {
  readonly credentials: Credentials;
  /**
   * By name. Callers name the operation in `X-Amz-Target: Service.Operation` (AWS JSON 1.1: Cognito, EventBridge) or in
   * the path `POST /Operation` (REST JSON: IVS).
   */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Operations that need no signature. */
  readonly unsigned?: ReadonlySet<string>;
  /** 0 picks a free port. */
  readonly port?: number;
  /** @default unlimited calls */
  readonly throttle?: ApiThrottle | undefined;
  /** Authorization by the input. @default every key may call everything */
  readonly authorization?: Authorization<unknown> | undefined;
}

/** Serves operations with AWS's two JSON protocols on loopback, and checks signatures as AWS does. */
export function startAwsServer(options: AwsServerOptions): Promise<Listening> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => fail(response, error));
  });
  return listen(server, { host: '127.0.0.1', port: options.port ?? 0 });
}

async function answer(
  options: AwsServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  refuseBrowsers(request);
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const target = request.headers['x-amz-target'];
  const name = typeof target === 'string' ? target.slice(target.lastIndexOf('.') + 1) : url.pathname.slice(1);
  const operation = Object.hasOwn(options.operations, name) ? options.operations[name] : undefined;
  if (request.method !== 'POST' || !operation) {
    throw new AwsError('UnknownOperationException', `Unknown operation: ${request.method} ${name}`, 404);
  }
  const body = await readBody(request);
  if (!options.unsigned?.has(name)) {
    const headers = request.headers as Record<string, string>;
    const holder = verifySignature({ method: 'POST', url, headers, body }, options.credentials);
    requireAllowed(
      options.authorization,
      holder,
      name,
      parseJson(body),
      typeof target === 'string' ? 400 : 403,
    );
  }
  options.throttle?.(name);
  const output = await operation(parseJson(body) as never);
  const requestId = { 'x-amzn-requestid': randomUUID() };
  if (!output) return void response.writeHead(204, requestId).end();
  const type = typeof target === 'string' ? 'application/x-amz-json-1.1' : 'application/json';
  response.writeHead(200, { 'content-type': type, ...requestId });
  response.end(JSON.stringify(output));
}

/** Throws `AccessDeniedException`. */
export function requireAllowed<Call>(
  authorization: Authorization<Call> | undefined,
  holder: KeyHolder,
  operation: string,
  call: Call,
  status: 400 | 403,
): void {
  if (!authorization || !holder.lambda) return;
  const refusal = authorization.refuse(holder, authorization.requests(operation, call));
  if (refusal) throw accessDeniedException(refusal, status);
}

/** Throws `RequestEntityTooLargeException`. */
export const readBody = (request: IncomingMessage): Promise<Buffer> =>
  wholeBody(request, { maxBytes: MAX_BODY_BYTES, tooLarge });

const tooLarge = () => new AwsError('RequestEntityTooLargeException', 'Request is too large.', 413);

/** Returns `{}` for an empty body. Throws `SerializationException`. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw Object.assign(new AwsError('SerializationException', 'The request body is not JSON.'), { cause });
  }
}

/** Sends an `AwsError` in AWS's format. Any other error is logged and sent as 500. */
export function fail(response: ServerResponse, error: unknown): void {
  if (!(error instanceof AwsError)) console.error('stand-in failed:', error);
  const { name, message, status, members } =
    error instanceof AwsError ? error : new AwsError('InternalServerException', 'Internal failure', 500);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.1',
    'x-amzn-errortype': name,
    'x-amzn-requestid': randomUUID(),
  });
  response.end(JSON.stringify({ __type: name, message, ...members }));
}
