import { Hono } from 'hono';
import type { Env, FeatureApp } from '../http/app.ts';
import { serve } from '../http/route.ts';
import { search, type SearchPorts } from './search.service.ts';

export function searchApp(ports: SearchPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, 'GET /search', ({ query }) => search(ports, query.q));
  return app;
}
