import { searchRoutes } from '#shared/channels/search.ts';
import { featureApp } from '#functions/http/route.ts';
import { search, type SearchDeps, suggest } from './search.service.ts';

export const searchApp = (deps: SearchDeps) =>
  featureApp(searchRoutes, {
    'GET /search': ({ query }) => search(deps, query.q),
    'GET /search/suggestions': ({ query }) => suggest(deps, query.q),
  });
