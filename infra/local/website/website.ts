import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { behaviorOf, cacheRules } from '../../agreed/cache-rules.ts';
import { framingOf, securityHeaders } from '../../agreed/security-headers.ts';
import { listen, type Listening } from '../system/listen.ts';
import { behaviors, type WebsiteOrigins } from './behaviors.ts';
import { EdgeCache } from './cache/edge-cache.ts';
import { bear, passOn } from './cache/hand-out.ts';
import { MAX_REQUEST_BYTES, refusedStatus } from './edge-limits.ts';
import { builtDocument, webFiles } from './web-files.ts';

export interface LocalWebsiteOptions {
  /** The name under which browsers reach this machine. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The built web. */
  readonly dist: string;
  /** Answers everything below `/media/live`, in place of IVS, which has a CDN of its own. */
  readonly liveMedia: Hono;
  /** What stands behind the site; calls wait for it, since the site's port is known before the rest can start. */
  readonly origins: Promise<WebsiteOrigins>;
}

export interface LocalWebsite extends Listening {
  /** What the CDN keeps. */
  readonly edge: EdgeCache;
}

/**
 * CloudFront on this machine: the web's files with the headers of the stack, the one document for every address of the
 * single-page application, `/api` and `/media`; each kept as the stack's cache policies have it.
 */
export async function startWebsite(options: LocalWebsiteOptions): Promise<LocalWebsite> {
  const { host, port, dist, liveMedia, origins } = options;
  const edge = new EdgeCache();
  const added = origins.then(({ sources }) => ({
    framed: securityHeaders(sources, 'framed'),
    unframed: securityHeaders(sources),
  }));
  added.catch(() => {});
  const addedTo = async (url: string) => (await added)[framingOf(new URL(url).pathname)];
  const behavior = behaviors({
    origins,
    files: webFiles(dist),
    document: (path) => builtDocument(dist, path.slice(1)),
  });
  const app = new Hono();
  app.use(async (c, next) => {
    if (!isAddress(c.req.url)) return bear(c.body(null, 400), await addedTo(c.req.url));
    return next();
  });
  app.use('/media/live/*', async (c, next) => {
    await next();
    bear(c.res, await addedTo(c.req.url));
  });
  app.route('/media/live', liveMedia);
  app.all('*', async (c) => {
    const viewer = getConnInfo(c).remote.address ?? '';
    const { distribution } = await origins;
    if (distribution) return distribution(c.req.raw, viewer, edge);
    const borne = await addedTo(c.req.url);
    const url = new URL(c.req.url);
    const { rule, allowsChanges } = behaviorOf(url.pathname);
    const refused = refusedStatus(c.req.raw, allowsChanges);
    if (refused) return passOn(new Response(null, { status: refused }), borne);
    const behaved = await behavior[rule](c.req.raw, url, viewer);
    if ('answer' in behaved) return passOn(await behaved.answer, borne);
    const answer = await edge.answer({ rule: cacheRules[rule], added: borne, ...behaved.cached });
    return behaved.status === 404 && answer.status === 200 ? missing(answer) : answer;
  });
  app.onError(async (error, c) => {
    console.error(error);
    return bear(c.text('Internal Server Error', 500), await addedTo(c.req.url));
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

const missing = ({ body, headers }: Response): Response => new Response(body, { status: 404, headers });

/** Neither a page nor a file can have an address that is no percent-encoded text, or that would end a file's name early. */
function isAddress(url: string): boolean {
  try {
    return !decodeURIComponent(new URL(url).pathname).includes('\0');
  } catch {
    return false;
  }
}
