import { Hono } from 'hono';
import { categoriesRoutes } from '../../shared/categories.ts';
import type { Env, FeatureApp } from '../http/app.ts';
import { serve } from '../http/route.ts';
import { listCategories, listCategoryStreamers, type CategoriesPorts } from './categories.service.ts';

export function categoriesApp(ports: CategoriesPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, categoriesRoutes, 'GET /categories', () => listCategories(ports));
  serve(app, categoriesRoutes, 'GET /categories/{id}/streamers', ({ params, query: { limit, cursor } }) =>
    listCategoryStreamers(ports, params.id, { limit, cursor }),
  );
  return app;
}
