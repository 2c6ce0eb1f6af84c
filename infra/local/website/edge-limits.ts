/** Limit of the request line and all headers. Source, also for the next: CloudFront Developer Guide, "Quotas". */
export const MAX_REQUEST_BYTES = 20_480;
const MAX_URL_BYTES = 8192;

const READS = ['GET', 'HEAD'];
const METHODS = [...READS, 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'];

/**
 * Returns the status with which CloudFront itself rejects a request, or `undefined`. Source: CloudFront Developer
 * Guide, "Request and response behavior for custom origins" ("Maximum length of a request and maximum length of a URL",
 * "GET requests that include a body") and "HTTP 403 status code (Permission Denied)".
 */
export function refusedStatus(request: Request, allowsChanges: boolean): 403 | 413 | undefined {
  const { method, url, headers } = request;
  const headBytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  if (url.length > MAX_URL_BYTES || url.length + headBytes > MAX_REQUEST_BYTES) return 413;
  if (!(allowsChanges ? METHODS : READS).includes(method)) return 403;
  const hasBody = Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding');
  return method === 'GET' && hasBody ? 403 : undefined;
}
