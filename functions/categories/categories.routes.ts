import { Hono } from 'hono/tiny';
import { categoriesRoutes } from '../../shared/channels/categories.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import {
  type CategoriesDeps,
  getCategory,
  listCategories,
  listCategoryStreamers,
  listCategoryVideos,
} from './categories.service.ts';

export function categoriesApp(deps: CategoriesDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, categoriesRoutes, 'GET /categories', () => listCategories(deps));
  serve(app, categoriesRoutes, 'GET /categories/{id}', ({ params }) => getCategory(deps, params.id));
  serve(app, categoriesRoutes, 'GET /categories/{id}/streamers', ({ params, query: { limit, cursor } }) =>
    listCategoryStreamers(deps, params.id, { limit, cursor }),
  );
  serve(app, categoriesRoutes, 'GET /categories/{id}/videos', ({ params, query: { limit, cursor } }) =>
    listCategoryVideos(deps, params.id, { limit, cursor }),
  );
  return app;
}
