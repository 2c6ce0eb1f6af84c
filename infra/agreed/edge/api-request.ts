import { sentences } from '#functions/base/error-sentences.ts';
import { VIEWER_ADDRESS_HEADER } from '#functions/http/cdn.ts';
import { ONE_SPELLING_CODE } from './one-spelling.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import type { ErrorReason } from '#shared/base/errors.ts';
import { browserStreamRoutes } from '#shared/live/browser-stream.ts';
import { MAX_FORM_FILE_BYTES } from '#shared/limits.ts';

/** What surrounds the file in a form; together they still fit into the 6 MiB of a Lambda's event, in base64. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

const { bytes: SEGMENT } = browserStreamRoutes['PUT /browser-stream/{stream_id}/segments/{seq}'];
const { bytes: PICTURE } = browserStreamRoutes['PUT /browser-stream/{stream_id}/picture'];

/** What is refused, and for which reason. */
const REASONS: readonly { readonly address: RegExp; readonly reason: ErrorReason }[] = [
  { address: /^POST \/api\/videos\/upload$/, reason: 'form_too_large' },
  { address: /^POST \/api\/browser-stream\/upload\//, reason: 'chunk_too_large' },
  { address: /^PUT \/api\/browser-stream\/[^/]+\/segments\//, reason: SEGMENT.tooLarge },
  { address: /^PUT \/api\/browser-stream\/[^/]+\/picture$/, reason: PICTURE.tooLarge },
];

/** Addresses outside of `/api` at which the API answers, as CloudFront writes patterns; all lead to `FOUND`. */
export const PATHS_OF_API = [
  '/channel/*/schedule.ics',
  '/channel/*/feed.xml',
  '/sitemap.xml',
  '/sitemap/*',
  '/robots.txt',
] as const;

/** Where programs ask how to show a page in one of theirs, and with which parameters (oembed.com §2.2). */
export const OEMBED_PATH = '/oembed';
export const OEMBED_PARAMETERS = ['format', 'maxheight', 'maxwidth', 'url'] as const;

/** Says whether a token is shown, so that caches part those who show one from those who do not. */
export const SIGNED_IN_HEADER = 'x-signed-in';

/** Where in the API what is asked for by such an address is. */
const FOUND: readonly (readonly [address: RegExp, path: string])[] = [
  [/^\/channel\/(.+)\/schedule\.ics$/, '/api/schedules/calendars/$1'],
  [/^\/channel\/(.+)\/feed\.xml$/, '/api/feeds/channels/$1'],
  [/^\/sitemap\.xml$/, '/api/feeds/sitemap'],
  [/^\/sitemap\/(.*?)(\.xml)?$/, '/api/feeds/sitemap/$1'],
  [/^\/robots\.txt$/, '/api/feeds/robots'],
  [/^\/oembed$/, '/api/pages/oembed'],
];

/** Pairs that begin with an expression, which is written as a literal: the function parses it once and builds none. */
const pairsCode = (pairs: readonly (readonly [address: RegExp, found: string | object])[]): string =>
  `[\n${pairs.map(([address, found]) => `  [${address}, ${JSON.stringify(found)}],\n`).join('')}]`;

const REFUSED = REASONS.map(
  ({ address, reason }) => [address, { reason, detail: sentences([{ reason }]) }] as const,
);

/**
 * The CloudFront Function before every request for the API, and for what is found there under another address. Of an
 * address it leaves one spelling. It says
 * who the viewer is and whether they show a token, in place of whatever they say themselves. It drops the header that names
 * a page, because that header is no part of this cache's key. A form with a file, or bytes, that no Lambda could be given
 * are answered in our own words, which name a way that works, instead of API Gateway's; they are answered before they are
 * sent. It runs at the edge as it stands here (runtime cloudfront-js-2.0, `lint/edge-runtime.ts`).
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
