import { Hono } from 'hono';
import type { Env, FeatureApp } from '../http/app.ts';
import { serve } from '../http/route.ts';
import { listCategories } from './categories.service.ts';

export function categoriesApp(): FeatureApp {
  const app = new Hono<Env>();
  serve(app, 'GET /categories', async () => listCategories());
  return app;
}
