import { Hono } from 'hono/tiny';
import { categoriesRoutes } from '../../shared/channels/categories.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import {
  getCategory,
  listCategories,
  listCategoryStreamers,
  listCategoryVideos,
} from './categories.service.ts';
import type { CategoriesPorts } from './ports.ts';

export function categoriesApp(ports: CategoriesPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, categoriesRoutes, 'GET /categories', () => listCategories(ports));
  serve(app, categoriesRoutes, 'GET /categories/{id}', ({ params }) => getCategory(ports, params.id));
  serve(app, categoriesRoutes, 'GET /categories/{id}/streamers', ({ params, query: { limit, cursor } }) =>
    listCategoryStreamers(ports, params.id, { limit, cursor }),
  );
  serve(app, categoriesRoutes, 'GET /categories/{id}/videos', ({ params, query: { limit, cursor } }) =>
    listCategoryVideos(ports, params.id, { limit, cursor }),
  );
  return app;
}
