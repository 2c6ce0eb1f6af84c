import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { lambdas, type LambdaDefinition, type LambdaName } from '../../../functions/lambdas.ts';
import { LOCAL_ACCOUNT } from '../aws/credentials.ts';
import type { ApiRoute } from '../deployment.ts';
import type { HttpEvent } from '../lambdas/http-event.ts';
import { ThrottledError } from '../lambdas/lambda-runner.ts';

/** A Lambda takes at most this in one event, base64 included (AWS Lambda quotas). */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

export type Invoke = (name: LambdaName, event: HttpEvent) => Promise<unknown>;

/**
 * The HTTP API's stand-in: turns a request below `/api` into an event of payload format 2.0, invokes the Lambda that
 * the table of Lambdas names for its feature, and turns the result into a response. `headers` are what the CDN has made
 * of the request's own: another request with them would read its body as a stream, in ten times the time.
 * Source: API Gateway Developer Guide, "Create AWS Lambda proxy integrations for HTTP APIs".
 */
export async function httpApi(
  request: Request,
  invoke: Invoke,
  headers: Headers = request.headers,
  route: (method: string, path: string) => LambdaName | undefined = lambdaFor,
): Promise<Response> {
  try {
    const event = await toEvent(request, headers);
    if (eventBytes(event) > MAX_EVENT_BYTES) throw new TooLargeError();
    const lambda = route(request.method, event.rawPath);
    if (!lambda) return gatewayError(404, 'Not Found');
    return toResponse((await invoke(lambda, event)) as APIGatewayProxyStructuredResultV2);
  } catch (error) {
    if (error instanceof TooLargeError) return gatewayError(413, 'Request Entity Too Large');
    if (error instanceof ThrottledError) return gatewayError(503, 'Service Unavailable');
    // The Lambda's log says why; API Gateway's answer has no more than this.
    return gatewayError(500, 'Internal Server Error');
  }
}

/** The Lambda that serves a request; what no feature claims goes to `api`, which answers 404. */
export function lambdaFor(method: string, path: string): LambdaName {
  const feature = path.split('/')[2] ?? '';
  const route = `${method} ${path.slice('/api'.length)}`;
  const entries = Object.entries(lambdas) as [LambdaName, LambdaDefinition][];
  const serving = (isClaim: (claim: string) => boolean) =>
    entries.find(([, { features }]) => features.some(isClaim))?.[0];
  // As API Gateway chooses: first a Lambda that claims the route itself, then one that claims all below the feature.
  return serving((claim) => isRoute(claim, route)) ?? serving((claim) => claim === feature) ?? 'api';
}

/**
 * The Lambda that a template's routes lead to; `undefined` where none fits. The route with the longest fixed beginning wins,
 * and one with a method over `ANY`. Source: API Gateway Developer Guide, "Create routes for HTTP APIs".
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

/** Fixed segments weigh most, then variables, then `{proxy+}`; a method decides between equals. */
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

/** `{name}` in the path of a claim stands for any one segment. */
function isRoute(claim: string, route: string): boolean {
  const wanted = claim.split('/');
  const given = route.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
  );
}

/** As Lambda counts it: bytes come as base64. */
const eventBytes = ({ body = '' }: HttpEvent): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : Math.ceil(body.length / 3) * 4;

/** Builds the event that API Gateway sends, except for binary bodies, which the thread encodes. */
export async function toEvent(request: Request, given: Headers = request.headers): Promise<HttpEvent> {
  const url = new URL(request.url);
  const body = await bytesOf(request);
  const isText = /^(text\/|application\/(json|javascript|xml|.*\+json))/.test(
    given.get('content-type') ?? '',
  );
  const now = new Date();
  const { cookie, ...headers } = Object.fromEntries(given);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split('; ') }),
    headers: { ...headers, 'x-forwarded-proto': url.protocol.slice(0, -1) },
    ...(url.search && { queryStringParameters: joined(url.searchParams) }),
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId: 'local',
      domainName: url.host,
      domainPrefix: 'local',
      http: {
        method: request.method,
        path: url.pathname,
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

/** More than any Lambda could be given is not read to its end. Throws `TooLargeError`. */
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

/** What is said twice is joined by a comma. */
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
