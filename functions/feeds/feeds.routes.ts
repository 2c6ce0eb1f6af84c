import { Hono } from 'hono/tiny';
import { feedsRoutes as routes } from '../../shared/channels/feeds.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { feedOf, sitemap, sitemaps } from './feeds.service.ts';
import type { FeedsPorts } from './ports.ts';
import { robots } from './robots.ts';

export function feedsApp(ports: FeedsPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, routes, 'GET /feeds/channels/{username}', ({ params }) => feedOf(ports, params.username));
  serve(app, routes, 'GET /feeds/sitemap', () => sitemaps(ports));
  serve(app, routes, 'GET /feeds/sitemap/{part}', ({ params }) => sitemap(ports, params.part));
  serve(app, routes, 'GET /feeds/robots', async () => robots(ports.siteUrl));
  return app;
}
