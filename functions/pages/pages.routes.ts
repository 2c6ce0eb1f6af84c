import { Hono } from 'hono/tiny';
import type { Env, FeatureApp } from '#functions/http/context.ts';
import { cacheControl } from '#functions/http/route.ts';
import { PAGE_HEADER } from './page-header.ts';
import type { OembedQuery } from './oembed.service.ts';
import { openPage, type PagesDeps } from './pages.service.ts';

/** Pages change rarely, so the CDN may cache them for a minute; browsers may not show an older document. */
const KEPT = cacheControl({ freshS: 60, staleWhileRevalidateS: 0 });

/**
 * Not part of the contract: only the CDN calls it, for pages below `/channel`, `/category`, `/clip`, `/playlist` and `/embed`, for
 * `/wall`, and for `/oembed` (oembed.com).
 */
export function pagesApp(deps: PagesDeps): FeatureApp {
  const app = new Hono<Env>();
  app.get('/pages/:document{index(\\.[a-z]{2})?\\.html}', async (c) => {
    const { html, presence } = await openPage(deps, c.req.header(PAGE_HEADER) ?? '', c.req.param('document'));
    c.header('cache-control', presence === 'unknown' ? 'no-cache' : KEPT);
    return c.html(html, presence === 'missing' ? 404 : 200);
  });
  app.get('/pages/oembed', async (c) => {
    const { oembed } = await import('./oembed.service.ts');
    const { type, text } = await oembed(deps, c.req.query() as OembedQuery);
    c.header('cache-control', KEPT);
    return c.body(text, 200, { 'content-type': `${type}; charset=utf-8` });
  });
  return app;
}
