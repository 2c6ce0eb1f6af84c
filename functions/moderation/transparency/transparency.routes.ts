import { Hono } from 'hono/tiny';
import { transparencyRoutes } from '../../../shared/community/transparency.ts';
import type { Env, FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import type { LogReads } from './ports.ts';

export function transparencyApp({ log }: { readonly log: LogReads }): FeatureApp {
  const app = new Hono<Env>();
  serve(app, transparencyRoutes, 'GET /transparency', () => log.summary());
  serve(app, transparencyRoutes, 'GET /transparency/entries', ({ query: { cursor, limit } }) =>
    log.entries(cursor, limit),
  );
  serve(app, transparencyRoutes, 'GET /transparency/days', ({ query: { limit } }) => log.days(limit));
  return app;
}
