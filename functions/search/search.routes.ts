import { Hono } from 'hono';
import { searchRoutes } from '../../shared/search.ts';
import type { Env, FeatureApp } from '../http/app.ts';
import { serve } from '../http/route.ts';
import { search, type SearchPorts } from './search.service.ts';

export function searchApp(ports: SearchPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, searchRoutes, 'GET /search', ({ query }) => search(ports, query.q));
  return app;
}
