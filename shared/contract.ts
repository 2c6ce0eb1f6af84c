/** The whole contract: every route of the API, by method and path below `/api`. */
import { authRoutes } from './auth.ts';
import { categoriesRoutes } from './categories.ts';
import { streamersRoutes } from './streamers.ts';
import { streamingRoutes } from './streaming.ts';

export const contract = {
  ...authRoutes,
  ...streamersRoutes,
  ...categoriesRoutes,
  ...streamingRoutes,
} as const;

export type Contract = typeof contract;
export type RouteName = keyof Contract;
