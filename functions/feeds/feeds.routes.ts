import { feedsRoutes as routes } from '#shared/channels/feeds.ts';
import { featureApp } from '#functions/http/route.ts';
import { feedOf, sitemap, sitemaps, type FeedsDeps } from './feeds.service.ts';
import { robots } from './sitemap.ts';

export const feedsApp = (deps: FeedsDeps) =>
  featureApp(routes, {
    'GET /feeds/channels/{username}': ({ params }) => feedOf(deps, params.username),
    'GET /feeds/sitemap': () => sitemaps(deps),
    'GET /feeds/sitemap/{part}': ({ params }) => sitemap(deps, params.part),
    'GET /feeds/robots': async () => robots(deps.siteUrl),
  });
