import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AwsError } from '../aws/aws-error.ts';
import type { Credentials } from '../aws/credentials.ts';
import { authenticate } from './authentication/authenticate.ts';
import { requireAllowed, s3Requests } from './authentication/s3-access.ts';
import type { BucketDefinition } from './buckets/buckets.ts';
import { corsHeaders, preflight } from './buckets/cors.ts';
import { postObject } from './objects/post-object.ts';
import { operationOf } from './operations.ts';
import { noSuchBucket, notImplemented } from './protocol/s3-errors.ts';
import { readRequest, requireFittingKey, type Answer, type S3Request } from './protocol/s3-request.ts';
import { xmlError } from './protocol/s3-xml.ts';
import type { Storage } from './state/storage-context.ts';

export interface S3ServerOptions {
  readonly storage: Storage;
  readonly credentials: Credentials;
  readonly buckets: readonly BucketDefinition[];
  /** A client that neither sends nor receives anything for this long is disconnected, its partial upload deleted. */
  readonly idleMs: number;
}

export interface S3Server {
  readonly server: Server;
  /** Resolves when no request is being processed. */
  settled(): Promise<void>;
}

/** Serves S3's REST protocol, path-style. */
export function createS3Server(options: S3ServerOptions): S3Server {
  const { idleMs } = options;
  const working = new Set<Promise<void>>();
  const serve = (message: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    const work = handle(options, message, response, expectsContinue).finally(() => working.delete(work));
    working.add(work);
  };
  // A large body may take any time as long as bytes arrive.
  const server = createServer({ requestTimeout: 0, headersTimeout: idleMs, keepAliveTimeout: idleMs });
  server.setTimeout(idleMs);
  server.on('request', (message, response) => serve(message, response, false));
  server.on('checkContinue', (message, response) => serve(message, response, true));
  return { server, settled: async () => void (await Promise.all(working)) };
}

async function handle(
  options: S3ServerOptions,
  message: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
): Promise<void> {
  let request: S3Request | undefined;
  try {
    request = readRequest(message, response, { expectsContinue });
    response.setHeader('x-amz-request-id', request.id);
    response.setHeader('server', 'Fanfare');
    setHeaders(response, corsHeaders(corsOf(options, request), request));
    await send(response, request, await answer(options, request));
  } catch (error) {
    // A disconnected client needs no response; a partially sent response can only be aborted.
    if (message.destroyed && !message.complete) return;
    if (response.headersSent) return void response.destroy();
    await send(response, request, errorAnswer(error, request));
  } finally {
    // An unread body would block the connection's next request.
    message.resume();
  }
}

function answer(options: S3ServerOptions, request: S3Request): Answer | Promise<Answer> {
  const { storage, credentials } = options;
  const { method, bucket, key } = request;
  if (method === 'OPTIONS') return preflight(corsOf(options, request), request);
  const isForm = method === 'POST' && key === '' && !request.query.has('delete');
  if (isForm) {
    requireBucket(storage, bucket);
    return postObject(storage, request, credentials);
  }
  const signed = authenticate(request, credentials);
  const operation = operationOf(signed.request);
  if (!operation) throw notImplemented(`${method} ${[...request.query.keys()].join(' ')}`.trim());
  if (bucket !== '') requireBucket(storage, bucket);
  requireFittingKey(key);
  requireAllowed(storage, signed.holder, s3Requests(storage, signed.request));
  return operation(storage, signed);
}

function requireBucket({ index }: Storage, bucket: string): void {
  if (!index.hasBucket(bucket)) throw noSuchBucket(bucket);
}

const corsOf = ({ buckets }: S3ServerOptions, { bucket }: S3Request) =>
  buckets.find(({ name }) => name === bucket)?.cors ?? [];

async function send(response: ServerResponse, request: S3Request | undefined, answer: Answer): Promise<void> {
  const { status, headers = {}, body, release } = answer;
  try {
    setHeaders(response, headers);
    response.statusCode = status;
    if (body === undefined || request?.method === 'HEAD') return void response.end();
    if (typeof body !== 'string') return await pipeline(body, response);
    response.setHeader('content-type', 'application/xml');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
  } finally {
    release?.();
  }
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function errorAnswer(error: unknown, request: S3Request | undefined): Answer {
  if (!(error instanceof AwsError)) console.error('S3 stand-in failed:', error);
  const { name, message, status, members } =
    error instanceof AwsError
      ? error
      : new AwsError('InternalError', 'We encountered an internal error. Please try again.', 500);
  const body = xmlError({
    Code: name,
    Message: message,
    ...members,
    Resource: request?.path ?? '',
    RequestId: request?.id ?? '',
  });
  return { status, body };
}
