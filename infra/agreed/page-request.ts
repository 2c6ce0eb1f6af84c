import { compileFunction } from 'node:vm';

/** The addresses of the application's screens, as `web/src/app/router.tsx` has them. */
const SCREENS =
  /^\/(?:(?:login|signup|forgot-password|change-password|browse|following|search|go-live|go-live-advanced|upload|about|api-reference|licences)?|channel\/[^/]+(?:\/video\/[^/]+)?|category\/[^/]+)\/?$/;

/** Tells the function after the answer that no screen has the address; no origin is sent it, and no cache key has it. */
const NO_SCREEN = 'x-no-screen';

/**
 * The CloudFront Function before every request for a page: addresses of the single-page application, which have no
 * file extension, are answered with its one document; categories have any name, also one with a dot. Files that are
 * missing stay missing.
 * It runs at the edge as it stands here (runtime cloudfront-js-2.0).
 */
export const PAGE_REQUEST_CODE = `
function handler(event) {
  const request = event.request;
  const lastSegment = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  const isPage = request.uri.startsWith('/category/') || !lastSegment.includes('.');
  if (isPage && !${SCREENS}.test(request.uri)) request.headers['${NO_SCREEN}'] = { value: '1' };
  if (isPage) request.uri = '/index.html';
  return request;
}
`;

/** The one after it: an address that no screen has is answered 404, with the document, which says so to people. */
export const PAGE_RESPONSE_CODE = `
function handler(event) {
  const response = event.response;
  if (event.request.headers['${NO_SCREEN}'] && response.statusCode === 200) {
    response.statusCode = 404;
    response.statusDescription = 'Not Found';
  }
  return response;
}
`;

interface EdgeEvent {
  readonly request: { readonly uri: string; readonly headers: object };
  readonly response?: { readonly statusCode: number };
}

const compiled = <A>(code: string) =>
  compileFunction(`${code}; return handler(event);`, ['event']) as (event: EdgeEvent) => A;
const onRequest = compiled<EdgeEvent['request']>(PAGE_REQUEST_CODE);
const onResponse = compiled<{ readonly statusCode: 200 | 404 }>(PAGE_RESPONSE_CODE);

/** The same functions on this machine: the status with which an address gets the document; `null` for a file's. */
export function pageStatus(path: string): 200 | 404 | null {
  const request = onRequest({ request: { uri: path, headers: {} } });
  if (request.uri !== '/index.html') return null;
  return onResponse({ request, response: { statusCode: 200 } }).statusCode;
}
