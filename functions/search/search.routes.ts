import { Hono } from 'hono/tiny';
import { searchRoutes } from '../../shared/channels/search.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { search, type SearchDeps, suggest } from './search.service.ts';

export function searchApp(deps: SearchDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, searchRoutes, 'GET /search', ({ query }) => search(deps, query.q));
  serve(app, searchRoutes, 'GET /search/suggestions', ({ query }) => suggest(deps, query.q));
  return app;
}
