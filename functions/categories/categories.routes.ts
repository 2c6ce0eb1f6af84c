import { categoriesRoutes, categoryIdOf } from '#shared/channels/categories.ts';
import { featureApp } from '#functions/http/route.ts';
import {
  type CategoriesDeps,
  getCategory,
  listCategories,
  listCategoryVideos,
} from './categories.service.ts';

export const categoriesApp = (deps: CategoriesDeps) =>
  featureApp(categoriesRoutes, {
    'GET /categories': () => listCategories(deps),
    'GET /categories/{id}': ({ params }) => getCategory(deps, params.id),
    'GET /categories/{id}/streamers': ({ params, query }) =>
      deps.channels.listCategory(categoryIdOf(params.id), query),
    'GET /categories/{id}/videos': ({ params, query }) => listCategoryVideos(deps, params.id, query),
  });
