import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { atEdge, OEMBED_PATH, PATHS_OF_API } from '../../agreed/api-request.ts';
import { FALLBACK_STATUSES, pageRequest } from '../../agreed/page-request.ts';
import { framingOf, securityHeaders, type ContentSources } from '../../agreed/security-headers.ts';

import { listen, type Listening } from '../system/listen.ts';
import { compressed } from './compressed.ts';
import { builtDocument } from './web-files.ts';

export interface LocalWebsiteOptions {
  /** The name under which browsers reach this machine. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The built web. */
  readonly dist: string;
  /** Answers everything below `/media/live`. */
  readonly liveMedia: Hono;
  /** What stands behind the site; calls wait for it, since the site's port is known before the rest can start. */
  readonly origins: Promise<WebsiteOrigins>;
}

export interface WebsiteOrigins {
  /** Answers everything below `/api`. */
  readonly api: (request: Request, headers: Headers) => Promise<Response>;
  /** Answers for a page whose existence the table knows; `page` is its path. */
  readonly pages: (page: string, method: string) => Promise<Response>;
  /** Answers everything below `/media` but the live part, and recordings below `/ivs`. */
  readonly storedMedia: Hono;
  /** Where else the pages may reach to. */
  readonly sources: ContentSources;
}

/**
 * CloudFront on this machine: the web's files with the headers of the stack, the one document for every address of the
 * single-page application, `/api` and `/media`.
 */
export function startWebsite({
  host,
  port,
  dist,
  liveMedia,
  origins,
}: LocalWebsiteOptions): Promise<Listening> {
  const app = new Hono();
  const secured = origins.then(({ sources }) => ({
    framed: Object.entries(securityHeaders(sources, 'framed')),
    unframed: Object.entries(securityHeaders(sources)),
  }));
  secured.catch(() => {});
  app.use(async (c, next) => {
    await next();
    // Not by `c.header`, which makes the response anew for each of them, and a stream of its body.
    const headers = (await secured)[framingOf(new URL(c.req.url).pathname)];
    for (const [name, value] of headers) c.res.headers.set(name, value);
  });
  app.use(async (c, next) => {
    if (!isAddress(c.req.url)) return c.body(null, 400);
    return next();
  });
  app.all('/api/*', async (c) => {
    const edge = atEdge(c.req.raw, getConnInfo(c).remote.address ?? '');
    if ('refusal' in edge) return c.json(edge.refusal, 413, { 'cache-control': 'no-store' });
    return compressed(await (await origins).api(c.req.raw, edge.headers), c.req.header('accept-encoding'));
  });
  app.on(['GET', 'HEAD'], [...PATHS_OF_API, OEMBED_PATH], async (c) => {
    const edge = atEdge(c.req.raw, getConnInfo(c).remote.address ?? '');
    if ('refusal' in edge) return c.notFound();
    const query = c.req.path === OEMBED_PATH ? new URL(c.req.url).search : '';
    const asked = new Request(new URL(edge.path + query, c.req.url), { method: c.req.method });
    return (await origins).api(asked, edge.headers);
  });
  app.route('/media/live', liveMedia);
  for (const stored of ['/media/*', '/ivs/*'])
    app.get(stored, async (c) => (await origins).storedMedia.fetch(c.req.raw));
  app.use(compress());
  app.get(
    '/assets/*',
    // The build compresses these, once.
    serveStatic({
      root: dist,
      precompressed: true,
      onFound: (_, c) => c.header('cache-control', IMMUTABLE),
    }),
  );
  app.get('*', serveStatic({ root: dist, onFound: (_, c) => c.header('cache-control', 'no-cache') }));
  app.get('*', async (c) => {
    // As it was sent; `c.req.path` is without the escapes.
    const page = pageRequest(new URL(c.req.url).pathname);
    if (!page) return c.notFound();
    const answer = page.asked && (await (await origins).pages(page.asked, c.req.raw.method));
    if (answer && !isFallback(answer.status)) return answer;
    return c.html(builtDocument(dist), page.status, { 'cache-control': 'no-cache' });
  });
  return listen(createServer(getRequestListener(app.fetch)), { host, port, setting: 'PORT' });
}

/** Neither a page nor a file can have an address that is no percent-encoded text, or that would end a file's name early. */
function isAddress(url: string): boolean {
  try {
    return !decodeURIComponent(new URL(url).pathname).includes('\0');
  } catch {
    return false;
  }
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

const isFallback = (status: number): boolean => FALLBACK_STATUSES.some((fallback) => fallback === status);
