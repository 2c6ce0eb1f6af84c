/** API Gateway's events as requests, and responses as what it takes back (HTTP APIs, payload format 2.0). */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

export type GatewayEvent = APIGatewayProxyEventV2;

/** What a Lambda is told of its invocation, as far as we read it. */
export interface InvocationContext {
  readonly awsRequestId: string;
}

/**
 * The body as it came, where it is a file by itself: to read it out of a request would copy it twice, and make a stream of
 * it. Such a request has no body.
 */
export function fileOf({
  headers,
  body,
  isBase64Encoded,
}: GatewayEvent): Uint8Array<ArrayBuffer> | undefined {
  if (!body || !isBase64Encoded || !/^(video|image)\//i.test(headers['content-type'] ?? '')) return undefined;
  return Buffer.from(body, 'base64');
}

/** A body is left out where the method takes none (WHATWG Fetch §5.3). Throws `TypeError` for a method that is none. */
export function requestOf(event: GatewayEvent, file = fileOf(event)): Request {
  const { rawPath, rawQueryString, requestContext, body, isBase64Encoded } = event;
  const { method } = requestContext.http;
  const query = rawQueryString ? `?${rawQueryString}` : '';
  return new Request(`https://${requestContext.domainName}${rawPath}${query}`, {
    method,
    headers: headersOf(event),
    // Node decodes a segment of a broadcast in a tenth of the time that hono's own adapter takes.
    ...(body &&
      !file &&
      !['GET', 'HEAD'].includes(method) && { body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') }),
  });
}

function headersOf({ headers, cookies }: GatewayEvent): Headers {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value) sent.set(name, printable(value));
  if (cookies) sent.set('cookie', cookies.map(printable).join('; '));
  return sent;
}

/** A header takes no more than a byte for each character (WHATWG Fetch §2.2.2). */
const printable = (value: string): string =>
  // oxlint-disable-next-line no-control-regex
  /[^\x00-\x7F]/.test(value) ? encodeURIComponent(value) : value;

/** All that the API answers is text. */
export async function resultOf(response: Response): Promise<APIGatewayProxyStructuredResultV2> {
  const { 'set-cookie': _, ...headers } = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  return {
    statusCode: response.status,
    headers,
    ...(cookies.length > 0 && { cookies }),
    body: await response.text(),
    isBase64Encoded: false,
  };
}
