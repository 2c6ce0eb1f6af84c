import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { lambdas, type LambdaDefinition, type LambdaName } from '#functions/lambdas.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/credentials.ts';
import type { HttpEvent } from '../lambdas/http-event.ts';
import { ThrottledError } from '../lambdas/lambda-runner.ts';

/** Limit of a Lambda's event and result as JSON, with base64. Source: AWS Lambda Developer Guide, "Lambda quotas". */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;
/** Limit of the request line and the headers' values. Source: API Gateway Developer Guide, "Quotas for HTTP APIs". */
const MAX_HEAD_BYTES = 10_240;
/** From the same page. */
export const INTEGRATION_TIMEOUT_MS = 30_000;
/** API Gateway's name in a Lambda's event. */
const DOMAIN_PREFIX = 'local';
const DOMAIN_NAME = `${DOMAIN_PREFIX}.execute-api.${LOCAL_REGION}.amazonaws.com`;

export type Invoke = (name: LambdaName, event: HttpEvent) => Promise<unknown>;

/** A route of the HTTP API, for example `ANY /api/chat/{proxy+}`. */
export interface ApiRoute {
  readonly key: string;
  readonly lambda: LambdaName;
}

interface GatewayOptions {
  /**
   * The headers as changed by the CDN. Creating a new request with them would read its body as a stream, which takes
   * ten times as long.
   */
  readonly headers?: Headers | undefined;
  readonly address?: URL | undefined;
  /** Returns `undefined` if no route matches. @default by the Lambda table */
  readonly route?: ((method: string, path: string) => LambdaName | undefined) | undefined;
}

/**
 * The stand-in for the HTTP API: converts a request below `/api` to an event of payload format 2.0, invokes the Lambda
 * of the feature according to the Lambda table, and converts the result to a response. Source: API Gateway Developer
 * Guide, "Create AWS Lambda proxy integrations for HTTP APIs".
 */
export async function httpApi(
  request: Request,
  invoke: Invoke,
  { headers = request.headers, address = new URL(request.url), route = lambdaFor }: GatewayOptions = {},
): Promise<Response> {
  if (headBytes(request.method, address, headers) > MAX_HEAD_BYTES)
    return gatewayError(431, 'Request Header Fields Too Large');
  try {
    const event = await toEvent(request, headers, address);
    if (eventBytes(event) > MAX_EVENT_BYTES) throw new TooLargeError();
    const lambda = route(request.method, event.rawPath);
    if (!lambda) return gatewayError(404, 'Not Found');
    const result = await inTime(invoke(lambda, event));
    // Lambda turns it into an error.
    if (isTooLarge(result)) return gatewayError(500, 'Internal Server Error');
    return toResponse(result);
  } catch (error) {
    if (error instanceof TooLargeError) return gatewayError(413, 'Request Entity Too Large');
    if (error instanceof ThrottledError || error instanceof LateError)
      return gatewayError(503, 'Service Unavailable');
    // The Lambda's log contains the reason; API Gateway's response does not.
    return gatewayError(500, 'Internal Server Error');
  }
}

class LateError extends Error {
  override readonly name = 'LateError';
}

async function inTime(answer: Promise<unknown>): Promise<APIGatewayProxyStructuredResultV2> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new LateError()), INTEGRATION_TIMEOUT_MS);
  return (await Promise.race([answer, late]).finally(() =>
    clearTimeout(timer),
  )) as APIGatewayProxyStructuredResultV2;
}

const headBytes = (method: string, { pathname, search }: URL, headers: Headers): number =>
  [...headers.values()].reduce((sum, value) => sum + value.length, `${method} ${pathname}${search}`.length);

/** Returns the Lambda that serves a request. Requests that match no feature go to `api`, which returns 404. */
export function lambdaFor(method: string, path: string): LambdaName {
  const feature = path.split('/')[2] ?? '';
  const route = `${method} ${path.slice('/api'.length)}`;
  const entries = Object.entries(lambdas) as [LambdaName, LambdaDefinition][];
  const serving = (isClaim: (claim: string) => boolean) =>
    entries.find(([, { features }]) => features.some(isClaim))?.[0];
  // As in API Gateway: first a Lambda that claims the route itself, then one that claims everything below the feature.
  return serving((claim) => isRoute(claim, route)) ?? serving((claim) => claim === feature) ?? 'api';
}

/**
 * Returns the Lambda of the template's best matching route; `undefined` if none matches. The route with the longest
 * fixed prefix wins, and one with a method wins over `ANY`. Source: API Gateway Developer Guide, "Create routes for
 * HTTP APIs".
 */
export function routed(routes: readonly ApiRoute[]) {
  const known = routes
    .map(({ key, lambda }) => {
      const [method = '', path = ''] = key.split(' ');
      return { method, segments: path.split('/').slice(1), lambda };
    })
    .toSorted((a, b) => weightOf(b) - weightOf(a));
  return (method: string, path: string): LambdaName | undefined => {
    const given = path.split('/').slice(1);
    return known.find((one) => (one.method === 'ANY' || one.method === method) && fits(one.segments, given))
      ?.lambda;
  };
}

interface KnownRoute {
  readonly method: string;
  readonly segments: readonly string[];
}

/** Fixed segments count most, then variables, then `{proxy+}`; the method breaks ties. */
const weightOf = ({ method, segments }: KnownRoute): number =>
  segments.reduce((sum, segment) => sum + (segment.endsWith('+}') ? 0 : segment.startsWith('{') ? 2 : 4), 0) +
  (method === 'ANY' ? 0 : 1);

const fits = (segments: readonly string[], given: readonly string[]): boolean =>
  segments.every((segment, at) =>
    segment.endsWith('+}')
      ? given.length > at && given[at] !== ''
      : segment.startsWith('{')
        ? Boolean(given[at])
        : segment === given[at],
  ) &&
  (segments.at(-1)?.endsWith('+}') || segments.length === given.length);

/** `{name}` in the path of a claim matches any one segment. */
function isRoute(claim: string, route: string): boolean {
  const wanted = claim.split('/');
  const given = route.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
  );
}

/** Size as counted by Lambda: bytes are base64, and quotes in strings are escaped. */
const eventBytes = ({ body = '', ...event }: HttpEvent): number =>
  jsonBytes(event) + (typeof body === 'string' ? jsonBytes(body) : Math.ceil(body.length / 3) * 4);

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Only large bodies are measured exactly. */
const isTooLarge = (result: APIGatewayProxyStructuredResultV2): boolean =>
  (result.body ?? '').length > MAX_EVENT_BYTES / 8 && jsonBytes(result) > MAX_EVENT_BYTES;

/**
 * HTTP APIs decode the path, and cut it off at a decoded question mark. AWS does not document it; it was observed in
 * events of running APIs (github.com/hotsock/voker, pull request 8).
 */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path).split('?', 1)[0]!;
  } catch {
    // The CDN rejects such an address earlier.
    return path;
  }
}

/** Builds API Gateway's event, except for binary bodies, which the thread encodes. */
export async function toEvent(
  request: Request,
  given: Headers = request.headers,
  url = new URL(request.url),
): Promise<HttpEvent> {
  const path = decodedPath(url.pathname);
  const body = await bytesOf(request);
  const isText = /^(text\/|application\/(json|javascript|xml|.*\+json))/.test(
    given.get('content-type') ?? '',
  );
  const now = new Date();
  const { cookie, ...headers } = Object.fromEntries(given);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split('; ') }),
    headers: { ...headers, host: DOMAIN_NAME, 'x-forwarded-proto': url.protocol.slice(0, -1) },
    ...(url.search && { queryStringParameters: joined(url.searchParams) }),
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId: 'local',
      domainName: DOMAIN_NAME,
      domainPrefix: DOMAIN_PREFIX,
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: given.get('user-agent') ?? '',
      },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: isText ? new TextDecoder().decode(body) : body }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/** Stops reading when the body exceeds Lambda's limit. Throws `TooLargeError`. */
async function bytesOf(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const contentLength = request.headers.get('content-length');
  if (Number(contentLength) > MAX_EVENT_BYTES) throw new TooLargeError();
  if (contentLength !== null || !request.body) return new Uint8Array(await request.arrayBuffer());
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request.body) {
    if ((bytes += piece.length) > MAX_EVENT_BYTES) throw new TooLargeError();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** Repeated parameters are joined by commas. */
function joined(parameters: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name).join(',')]));
}

function toResponse(result: APIGatewayProxyStructuredResultV2): Response {
  const { statusCode = 200, headers = {}, cookies = [], body = '', isBase64Encoded } = result;
  const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  for (const cookie of cookies) sent.append('set-cookie', cookie);
  const hasBody = statusCode !== 204 && statusCode !== 304;
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : body;
  return new Response(hasBody ? bytes : null, { status: statusCode, headers: sent });
}

const gatewayError = (status: number, message: string): Response => Response.json({ message }, { status });
