import { Hono } from 'hono/tiny';
import { feedsRoutes as routes } from '../../shared/channels/feeds.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { feedOf, sitemap, sitemaps, type FeedsDeps } from './feeds.service.ts';
import { robots } from './robots.ts';

export function feedsApp(deps: FeedsDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, routes, 'GET /feeds/channels/{username}', ({ params }) => feedOf(deps, params.username));
  serve(app, routes, 'GET /feeds/sitemap', () => sitemaps(deps));
  serve(app, routes, 'GET /feeds/sitemap/{part}', ({ params }) => sitemap(deps, params.part));
  serve(app, routes, 'GET /feeds/robots', async () => robots(deps.siteUrl));
  return app;
}
