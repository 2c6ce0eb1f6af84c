import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { framingOf, securityHeaders, type ContentSources } from '#infra/agreed/security-headers.ts';
import { listen, type Listening } from '../system/listen.ts';
import { EdgeCache } from './cache/edge-cache.ts';
import { withHeadersSet } from './cache/cached-response.ts';
import type { Distribution } from './distribution.ts';
import { MAX_REQUEST_BYTES } from './edge-limits.ts';

export interface WebsiteOrigins {
  /** Serves everything but live media. */
  readonly distribution: Distribution;
  /** Where pages may connect to, besides the site itself. */
  readonly sources: ContentSources;
}

export interface LocalWebsiteOptions {
  /** The name by which browsers reach this machine. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Serves everything below `/media/live`, as IVS does through its own CDN. */
  readonly liveMedia: Hono;
  /** The site's origins. Requests wait for them, because the site's port is known before the rest can start. */
  readonly origins: Promise<WebsiteOrigins>;
}

export interface LocalWebsite extends Listening {
  /** The CDN's cache. */
  readonly edge: EdgeCache;
}

/** Starts the stand-in for CloudFront and for IVS's delivery of live media. */
export async function startWebsite(options: LocalWebsiteOptions): Promise<LocalWebsite> {
  const { host, port, liveMedia, origins } = options;
  const edge = new EdgeCache();
  const added = origins.then(({ sources }) => ({
    framed: securityHeaders(sources, 'framed'),
    unframed: securityHeaders(sources),
  }));
  added.catch(() => {});
  const addedTo = async (url: string) => (await added)[framingOf(new URL(url).pathname)];
  const app = new Hono();
  app.use(async (c, next) => {
    if (!isAddress(c.req.url)) return withHeadersSet(c.body(null, 400), await addedTo(c.req.url));
    return next();
  });
  app.use('/media/live/*', async (c, next) => {
    await next();
    withHeadersSet(c.res, await addedTo(c.req.url));
  });
  app.route('/media/live', liveMedia);
  app.all('*', async (c) => {
    const { distribution } = await origins;
    return distribution(c.req.raw, getConnInfo(c).remote.address ?? '', edge);
  });
  app.onError(async (error, c) => {
    console.error(error);
    return withHeadersSet(c.text('Internal Server Error', 500), await addedTo(c.req.url));
  });
  const listening = await listen(
    createServer({ maxHeaderSize: 2 * MAX_REQUEST_BYTES }, getRequestListener(app.fetch)),
    {
      host,
      port,
      setting: 'PORT',
    },
  );
  return { ...listening, edge };
}

/** Returns false for addresses that are not percent-encoded text, or that contain a NUL. */
function isAddress(url: string): boolean {
  try {
    return !decodeURIComponent(new URL(url).pathname).includes('\0');
  } catch {
    return false;
  }
}
