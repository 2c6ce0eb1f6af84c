import { Hono } from 'hono';
import type { Env, FeatureApp } from '../http/app.ts';
import { serve } from '../http/route.ts';
import { listCategories, listCategoryStreamers, type CategoriesPorts } from './categories.service.ts';

export function categoriesApp(ports: CategoriesPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, 'GET /categories', () => listCategories(ports));
  serve(app, 'GET /categories/{id}/streamers', ({ params, query: { limit, cursor } }) =>
    listCategoryStreamers(ports, params.id, { limit, cursor }),
  );
  return app;
}
