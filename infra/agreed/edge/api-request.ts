import { sentences } from '#functions/base/error-sentences.ts';
import { VIEWER_ADDRESS_HEADER } from '#functions/http/cdn.ts';
import { ONE_SPELLING_CODE } from './one-spelling.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import type { ErrorReason } from '#shared/base/errors.ts';
import { browserStreamRoutes } from '#shared/live/browser-stream.ts';
import { MAX_FORM_FILE_BYTES } from '#shared/limits.ts';

/** Size of a form without its file. Together they fit into the 6 MiB of a Lambda's event, in base64. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

const { bytes: SEGMENT } = browserStreamRoutes['PUT /browser-stream/{stream_id}/segments/{seq}'];
const { bytes: PICTURE } = browserStreamRoutes['PUT /browser-stream/{stream_id}/picture'];

/** Addresses that are refused, and why. */
const REASONS: readonly { readonly address: RegExp; readonly reason: ErrorReason }[] = [
  { address: /^POST \/api\/videos\/upload$/, reason: 'form_too_large' },
  { address: /^POST \/api\/browser-stream\/upload\//, reason: 'chunk_too_large' },
  { address: /^PUT \/api\/browser-stream\/[^/]+\/segments\//, reason: SEGMENT.tooLarge },
  { address: /^PUT \/api\/browser-stream\/[^/]+\/picture$/, reason: PICTURE.tooLarge },
];

/** CloudFront patterns of addresses outside of `/api` that the API serves, mapped by `FOUND`. */
export const PATHS_OF_API = [
  '/channel/*/schedule.ics',
  '/channel/*/feed.xml',
  '/sitemap.xml',
  '/sitemap/*',
  '/robots.txt',
] as const;

/** The oEmbed endpoint and its parameters (oembed.com §2.2). */
export const OEMBED_PATH = '/oembed';
export const OEMBED_PARAMETERS = ['format', 'maxheight', 'maxwidth', 'url'] as const;

/** Whether the request has a token, so that caches separate signed-in from signed-out viewers. */
export const SIGNED_IN_HEADER = 'x-signed-in';

/** Maps addresses outside of `/api` to paths of the API. */
const FOUND: readonly (readonly [address: RegExp, path: string])[] = [
  [/^\/channel\/(.+)\/schedule\.ics$/, '/api/schedules/calendars/$1'],
  [/^\/channel\/(.+)\/feed\.xml$/, '/api/feeds/channels/$1'],
  [/^\/sitemap\.xml$/, '/api/feeds/sitemap'],
  [/^\/sitemap\/(.*?)(\.xml)?$/, '/api/feeds/sitemap/$1'],
  [/^\/robots\.txt$/, '/api/feeds/robots'],
  [/^\/oembed$/, '/api/pages/oembed'],
];

/**
 * Generates code for pairs that start with an expression. It is written as a literal, so that the function does not
 * construct one.
 */
const pairsCode = (pairs: readonly (readonly [address: RegExp, found: string | object])[]): string =>
  `[\n${pairs.map(([address, found]) => `  [${address}, ${JSON.stringify(found)}],\n`).join('')}]`;

const REFUSED = REASONS.map(
  ({ address, reason }) => [address, { reason, detail: sentences([{ reason }]) }] as const,
);

/**
 * The CloudFront Function for viewer requests to the API, and to its other addresses. Normalises the address. Sets the
 * viewer's address and whether they have a token, overwriting values sent by the viewer. Removes the header that names
 * a page, because it is not part of this cache's key. Refuses forms and files that exceed a Lambda's limit with our own
 * message, which names an alternative, instead of API Gateway's, before they are uploaded. Runs at the edge unchanged
 * (runtime cloudfront-js-2.0, `lint/edge-runtime.ts`).
 */
export const API_REQUEST_CODE = `
const FOUND = ${pairsCode(FOUND)};
const REFUSED = ${pairsCode(REFUSED)};
const MAX_BYTES = ${MAX_FORM_FILE_BYTES + FORM_OVERHEAD_BYTES};
${ONE_SPELLING_CODE}
function handler(event) {
  const request = event.request;
  request.uri = oneSpelling(request.uri);
  request.headers['${VIEWER_ADDRESS_HEADER}'] = { value: event.viewer.ip };
  const token = request.headers.authorization;
  request.headers['${SIGNED_IN_HEADER}'] = { value: token && token.value ? 'yes' : 'no' };
  delete request.headers['${PAGE_HEADER}'];
  const found = FOUND.find((pair) => pair[0].test(request.uri));
  if (found) request.uri = request.uri.replace(found[0], found[1]);
  const length = request.headers['content-length'];
  if (!length || Number(length.value) <= MAX_BYTES) return request;
  const address = request.method + ' ' + request.uri;
  const refused = REFUSED.find((pair) => pair[0].test(address));
  if (!refused) return request;
  return {
    statusCode: 413,
    statusDescription: 'Payload Too Large',
    headers: { 'content-type': { value: 'application/json' }, 'cache-control': { value: 'no-store' } },
    body: {
      encoding: 'text',
      data: JSON.stringify({
        code: 'payload_too_large',
        detail: refused[1].detail,
        reason: refused[1].reason,
        request_id: event.context.requestId,
      }),
    },
  };
}
`;
