import { compileFunction } from 'node:vm';
import { CHUNK_TOO_LARGE } from '../../functions/browser-stream/chunks/chunk-limit.ts';
import { FORM_TOO_LARGE } from '../../functions/videos/upload.ts';
import type { ApiError } from '../../shared/base/errors.ts';
import { browserStreamRoutes } from '../../shared/browser-stream.ts';
import { MAX_FORM_FILE_BYTES } from '../../shared/limits.ts';

/** What surrounds the file in a form; together they still fit into the 6 MiB of a Lambda's event, in base64. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

const { bytes: SEGMENT } = browserStreamRoutes['PUT /browser-stream/{stream_id}/segments/{seq}'];
const { bytes: PICTURE } = browserStreamRoutes['PUT /browser-stream/{stream_id}/picture'];

/** What is refused in which words. */
const REFUSED = [
  { address: '^POST /api/videos/upload$', words: FORM_TOO_LARGE },
  { address: '^POST /api/browser-stream/upload/', words: CHUNK_TOO_LARGE },
  { address: '^PUT /api/browser-stream/[^/]+/segments/', words: SEGMENT.tooLarge },
  { address: '^PUT /api/browser-stream/[^/]+/picture$', words: PICTURE.tooLarge },
];

/**
 * The CloudFront Function before every request for the API: a form with a file, or bytes, that no Lambda could be given
 * are answered in our own words, which name a way that works, instead of API Gateway's. They are answered before they are sent.
 * It runs at the edge as it stands here (runtime cloudfront-js-2.0).
 */
export const UPLOAD_REQUEST_CODE = `
function handler(event) {
  const request = event.request;
  const length = request.headers['content-length'];
  const address = request.method + ' ' + request.uri;
  const refused = ${JSON.stringify(REFUSED)}.find((upload) => new RegExp(upload.address).test(address));
  if (!refused || !length || Number(length.value) <= ${MAX_FORM_FILE_BYTES + FORM_OVERHEAD_BYTES}) return request;
  return {
    statusCode: 413,
    statusDescription: 'Payload Too Large',
    headers: { 'content-type': { value: 'application/json' }, 'cache-control': { value: 'no-store' } },
    body: {
      encoding: 'text',
      data: JSON.stringify({
        code: 'payload_too_large',
        detail: refused.words,
        request_id: event.context.requestId,
      }),
    },
  };
}
`;

interface EdgeAnswer {
  readonly statusCode?: number;
  readonly body?: { readonly data: string };
}

const handler = compileFunction(`${UPLOAD_REQUEST_CODE}; return handler(event);`, ['event']) as (
  event: object,
) => EdgeAnswer;

/** The same function on this machine: the answer to a request that goes no further. */
export function refusedUpload({ method, url, headers }: Request): ApiError | undefined {
  const length = headers.get('content-length');
  const request = {
    method,
    uri: new URL(url).pathname,
    headers: length === null ? {} : { 'content-length': { value: length } },
  };
  const { statusCode, body } = handler({ request, context: { requestId: crypto.randomUUID() } });
  return statusCode && body ? (JSON.parse(body.data) as ApiError) : undefined;
}
