/** API Gateway's events and responses (HTTP APIs, payload format 2.0). */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Headers, Request } from './plain-fetch.ts';

export type GatewayEvent = APIGatewayProxyEventV2;

/** The part of a Lambda's invocation that we read. */
export interface InvocationContext {
  readonly awsRequestId: string;
  /** A number, or `$LATEST` if no alias selects one. */
  readonly functionVersion?: string;
}

/** The body if it is a file by itself, without the copies and the stream of a request. Such a request has no body. */
export function fileOf({
  headers,
  body,
  isBase64Encoded,
}: GatewayEvent): Uint8Array<ArrayBuffer> | undefined {
  if (!body || !isBase64Encoded || !/^(video|image)\//i.test(headers['content-type'] ?? '')) return undefined;
  return Buffer.from(body, 'base64');
}

/** Omits the body where the method allows none (WHATWG Fetch §5.3). Throws `TypeError` for an invalid method. */
export function requestOf(event: GatewayEvent, file = fileOf(event)): Request {
  const { rawPath, rawQueryString, requestContext, body, isBase64Encoded } = event;
  const { method } = requestContext.http;
  const query = rawQueryString ? `?${rawQueryString}` : '';
  return new Request(`https://${requestContext.domainName}${encoded(rawPath)}${query}`, {
    method,
    headers: headersOf(event),
    // Node decodes a segment in a tenth of the time of hono's adapter.
    ...(body &&
      !file &&
      !['GET', 'HEAD'].includes(method) && { body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') }),
  });
}

/**
 * HTTP APIs decode the path once; what is left of the encoding by then is part of a name. Encodes what an address would end
 * at, or loses: URLs drop spaces at the end, and tabs and line breaks anywhere, and read a backslash as a slash.
 */
const encoded = (path: string): string =>
  // oxlint-disable-next-line no-control-regex
  path.replaceAll(/%(?![\dA-Fa-f]{2})/g, '%25').replaceAll(/[\u0000- \\?#]/g, encodeURIComponent);

function headersOf({ headers, cookies }: GatewayEvent): Headers {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value) sent.set(name, printable(value));
  if (cookies) sent.set('cookie', cookies.map(printable).join('; '));
  return sent;
}

/** Headers allow one byte per character (WHATWG Fetch §2.2.2). */
const printable = (value: string): string =>
  // oxlint-disable-next-line no-control-regex
  /[^\x00-\x7F]/.test(value) ? encodeURIComponent(value) : value;

/** All responses are text. */
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
