import type { Hono } from 'hono';
import { parse } from 'hono/utils/cookie';
import { PAGE_HEADER } from '../../../functions/pages/page-header.ts';
import { LANGUAGE_COOKIE } from '../../../messages/languages.ts';
import { atEdge } from '../../agreed/api-request.ts';
import { deniedMedia, type DeniedKeys } from '../../agreed/media-request.ts';
import { cacheRules, type CacheRuleName } from '../../agreed/cache-rules.ts';
import { FALLBACK_STATUSES, pageRequest } from '../../agreed/page-request.ts';
import type { ContentSources } from '../../agreed/security-headers.ts';
import { cacheKey } from './cache/cache-key.ts';
import { forwardedHeaders, forwardedQuery, withReturnedHeaders } from './cache/forwarding.ts';
import type { EdgeRequest } from './cache/edge-cache.ts';
import type { distribution } from './distribution.ts';

export interface WebsiteOrigins {
  /** Answers everything below `/api`; with these headers and at this address in place of the viewer's. */
  readonly api: (request: Request, headers: Headers, address: URL) => Promise<Response>;
  /** Answers for a page whose existence the table knows; `page` is its path, and `document` the path of what it is shown by. */
  readonly pages: (page: string, document: string, method: string) => Promise<Response>;
  /** Answers everything below `/media` but the live part, and recordings below `/ivs`. */
  readonly storedMedia: Hono;
  /** What of that is not delivered. */
  readonly deniedKeys: DeniedKeys;
  /** Where else the pages may reach to. */
  readonly sources: ContentSources;
  /** Answers in place of the behaviours below. @default the site is not run from a template */
  readonly distribution?: ReturnType<typeof distribution> | undefined;
}

export interface BehaviorsOptions {
  readonly origins: Promise<WebsiteOrigins>;
  /** Of the built web. */
  readonly files: Hono;
  /** The application's. Throws where the web was never built. */
  readonly document: (path: string) => string;
}

/** What becomes of a request: it is answered past the cache, or the cache is asked, and its answer may get another status. */
export type Behaved =
  | { readonly answer: Promise<Response> }
  | { readonly cached: Omit<EdgeRequest, 'rule' | 'added'>; readonly status?: number };

/** `viewer` is the address of who asks. */
type Behavior = (request: Request, url: URL, viewer: string) => Behaved | Promise<Behaved>;

/** CloudFront's behaviours: the functions at the edge, and which origin is asked for what. */
export function behaviors(options: BehaviorsOptions): Readonly<Record<CacheRuleName, Behavior>> {
  const { origins } = options;
  const page = (rule: 'web' | 'pages') => (request: Request, url: URL) =>
    pageOrFile(rule, request, url, options);
  const api =
    (rule: 'api' | 'session' | 'rewind' | 'oembed'): Behavior =>
    (request, url, viewer) =>
      apiBehavior(rule, { request, url, viewer }, origins);
  const stored =
    (rule: 'stored' | 'latestPicture' | 'recordingPlaylist') =>
    async (request: Request, url: URL): Promise<Behaved> => {
      const { deniedKeys, storedMedia } = await origins;
      const denied = await deniedMedia(url.pathname, deniedKeys);
      if (denied) return { answer: Promise.resolve(denied) };
      return cachedRequest(rule, request, url, async (sent) => storedMedia.fetch(sent));
    };
  return {
    api: api('api'),
    session: api('session'),
    rewind: api('rewind'),
    oembed: api('oembed'),
    pages: page('pages'),
    stored: stored('stored'),
    latestPicture: stored('latestPicture'),
    recordingPlaylist: stored('recordingPlaylist'),
    web: page('web'),
  };
}

const cookieOf = ({ headers }: Request, name: string): string | undefined =>
  parse(headers.get('cookie') ?? '', name)[name];

interface Sent {
  readonly request: Request;
  readonly url: URL;
  readonly viewer: string;
}

function apiBehavior(
  rule: CacheRuleName,
  { request, url, viewer }: Sent,
  origins: Promise<WebsiteOrigins>,
): Behaved {
  const edge = atEdge(request, viewer);
  if ('refusal' in edge) return { answer: Promise.resolve(refused(edge.refusal)) };
  const { path } = edge;
  const { method } = request;
  const policy = cacheRules[rule];
  const ask = async (headers: Headers, search: string) =>
    (await origins).api(request, headers, new URL(path + search, url));
  if (!isRead(request)) {
    const headers = forwardedHeaders(edge.headers, policy);
    const answer = ask(headers, forwardedQuery(url.search, policy));
    return { answer: answer.then((given) => withReturnedHeaders(given, policy)) };
  }
  const key = cacheKey(policy, { scope: rule, path, search: url.search, headers: edge.headers });
  const headers = forwardedHeaders(edge.headers, policy, policy.compresses ? key.encodings : undefined);
  return {
    cached: { key, path, method, headers: edge.headers, fetchOrigin: () => ask(headers, key.search) },
  };
}

function pageOrFile(rule: 'web' | 'pages', request: Request, url: URL, options: BehaviorsOptions): Behaved {
  // As it was sent, with its escapes.
  const page = pageRequest(url.pathname, {
    acceptLanguage: request.headers.get('accept-language') ?? undefined,
    languageCookie: cookieOf(request, LANGUAGE_COOKIE),
  });
  if (!page) return cachedRequest(rule, request, url, async (sent) => options.files.fetch(sent));
  const { asked: pagePath = '', status, document: path } = page;
  const headers = new Headers(request.headers);
  headers.set(PAGE_HEADER, pagePath);
  const { method } = request;
  const key = cacheKey(cacheRules[rule], { scope: rule, path, search: '', headers });
  const fetchOrigin = () => documentOf(pagePath, path, method, options);
  return { cached: { key, path, method, headers, fetchOrigin }, status };
}

/** From the `pages` Lambda where it is asked, and from the bucket where it is not or fails. */
async function documentOf(
  page: string,
  path: string,
  method: string,
  options: BehaviorsOptions,
): Promise<Response> {
  const answer = page !== '' && (await (await options.origins).pages(page, path, method));
  if (answer && !FALLBACK_STATUSES.some((status) => status === answer.status)) return answer;
  const headers = { 'content-type': 'text/html; charset=UTF-8', 'cache-control': 'no-cache' };
  return new Response(options.document(path), { headers });
}

/** A request for what stands at the address itself. */
function cachedRequest(
  rule: CacheRuleName,
  request: Request,
  url: URL,
  origin: (sent: Request) => Promise<Response>,
): Behaved {
  const { method, headers } = request;
  const path = url.pathname;
  const key = cacheKey(cacheRules[rule], { scope: rule, path, search: url.search, headers });
  const fetchOrigin = (conditions: Readonly<Record<string, string>>) =>
    origin(
      new Request(new URL(path, url), {
        method,
        headers: { ...conditions, 'accept-encoding': key.encodings },
      }),
    );
  return { cached: { key, path, method, headers, fetchOrigin } };
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';
const refused = (refusal: object): Response =>
  Response.json(refusal, { status: 413, headers: { 'cache-control': 'no-store' } });
