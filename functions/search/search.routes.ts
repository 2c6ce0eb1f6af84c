import { Hono } from 'hono/tiny';
import { searchRoutes } from '../../shared/channels/search.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { search, suggest } from './search.service.ts';
import type { SearchPorts } from './ports.ts';

export function searchApp(ports: SearchPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, searchRoutes, 'GET /search', ({ query }) => search(ports, query.q));
  serve(app, searchRoutes, 'GET /search/suggestions', ({ query }) => suggest(ports, query.q));
  return app;
}
