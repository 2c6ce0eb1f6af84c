import { API_REQUEST_CODE } from '#infra/agreed/edge/api-request.ts';
import {
  CACHED_PATHS,
  cacheRules,
  CHANGING_PATHS,
  OTHER_PATHS,
  type CacheRuleName,
} from '#infra/agreed/cache-rules.ts';
import { inNode, type EdgeRequest, type EdgeResponse } from '#infra/agreed/edge/edge-event.ts';
import { MEDIA_REQUEST_CODE } from '#infra/agreed/edge/media-request.ts';
import { FALLBACK_STATUSES, PAGE_REQUEST_CODE, PAGE_RESPONSE_CODE } from '#infra/agreed/edge/page-request.ts';
import { framingOf, securityHeaders, type ContentSources } from '#infra/agreed/security-headers.ts';
import { wildcardExpression } from '#infra/agreed/wildcards.ts';
import type { EdgeBehavior } from './distribution.ts';

/** Names of the distribution's buckets. */
export interface WebsiteBuckets {
  readonly web: string;
  readonly media: string;
  readonly recordings: string;
}

const ASSETS = '/assets/*';

/** An embedded page in a sandboxed frame has an opaque origin. */
const OPEN_TO_ALL_PAGES = { 'access-control-allow-origin': '*' };

type Answering = Pick<EdgeBehavior, 'onRequest' | 'onResponse' | 'origin' | 'failover'>;

const run = (code: string) => inNode<EdgeRequest | EdgeResponse>(code);

/** The behaviours of the stack's distribution as in the code. Those of a template are in `infra/local/template`. */
export function codeBehaviors(sources: ContentSources, buckets: WebsiteBuckets): EdgeBehavior[] {
  const files = { origin: { bucket: buckets.web } };
  const web = { ...files, onRequest: run(PAGE_REQUEST_CODE), onResponse: run(PAGE_RESPONSE_CODE) };
  const api = { onRequest: run(API_REQUEST_CODE), origin: { path: '', headers: {} } };
  const onRequest = run(MEDIA_REQUEST_CODE);
  const recordings = { onRequest, origin: { bucket: buckets.recordings } };
  const answering: Readonly<Record<CacheRuleName, Answering>> = {
    api,
    session: api,
    rewind: api,
    oembed: api,
    pages: {
      ...web,
      origin: { path: '/api/pages', headers: {} },
      failover: { statuses: FALLBACK_STATUSES, ...files },
    },
    stored: { onRequest, origin: { bucket: buckets.media } },
    latestPicture: recordings,
    recordingPlaylist: recordings,
    web,
  };
  return [...CACHED_PATHS, ['*', OTHER_PATHS] as const].map(([pattern, policy]) => {
    const expression = wildcardExpression(pattern);
    return {
      isFor: (path) => expression.test(path),
      allowsChanges: CHANGING_PATHS.includes(pattern),
      policy,
      rule: cacheRules[policy],
      headers: {
        ...securityHeaders(sources, framingOf(pattern)),
        ...(pattern === ASSETS && OPEN_TO_ALL_PAGES),
      },
      ...answering[policy],
      ...(pattern.startsWith('/ivs/') && recordings),
      ...(pattern === ASSETS && { ...files, onRequest: undefined, onResponse: undefined }),
    };
  });
}
