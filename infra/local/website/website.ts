import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { listen, type Listening } from '../system/listen.ts';
import { pageStatus } from '../../agreed/page-request.ts';
import { refusedUpload } from '../../agreed/upload-request.ts';
import { securityHeaders, type ContentSources } from '../../agreed/security-headers.ts';

export interface LocalWebsiteOptions {
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
  readonly api: (request: Request) => Promise<Response>;
  /** Answers everything below `/media` but the live part, and recordings below `/ivs`. */
  readonly storedMedia: Hono;
  /** Where else the pages may reach to. */
  readonly sources: ContentSources;
}

/**
 * CloudFront on this machine: the web's files with the headers of the stack, the one document for every address of the
 * single-page application, `/api` and `/media`. Listens on all interfaces, as phones and other computers watch too.
 */
export function startWebsite({ port, dist, liveMedia, origins }: LocalWebsiteOptions): Promise<Listening> {
  const app = new Hono();
  app.all('/api/*', async (c) => {
    const refusal = refusedUpload(c.req.raw);
    if (refusal) return c.json(refusal, 413, { 'cache-control': 'no-store' });
    return (await origins).api(c.req.raw);
  });
  app.route('/media/live', liveMedia);
  for (const stored of ['/media/*', '/ivs/*'])
    app.get(stored, async (c) => (await origins).storedMedia.fetch(c.req.raw));
  app.use(compress());
  app.use(async (c, next) => {
    await next();
    const { sources } = await origins;
    for (const [name, value] of Object.entries(securityHeaders(sources))) c.header(name, value);
  });
  app.get('/assets/*', serveStatic({ root: dist, onFound: (_, c) => c.header('cache-control', IMMUTABLE) }));
  app.get('*', serveStatic({ root: dist, onFound: (_, c) => c.header('cache-control', 'no-cache') }));
  app.get('*', (c) => {
    const status = pageStatus(c.req.path);
    return status ? c.html(document(dist), status, { 'cache-control': 'no-cache' }) : c.notFound();
  });
  return listen(createServer(getRequestListener(app.fetch)), { port, setting: 'PORT' });
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

function document(dist: string): string {
  const path = join(dist, 'index.html');
  if (!existsSync(path)) throw new Error('The web is not built. Run `npm run build` first.');
  return readFileSync(path, 'utf8');
}
