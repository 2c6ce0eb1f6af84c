import { Hono } from 'hono/tiny';
import type { Env, FeatureApp } from '#functions/http/context.ts';

/** `GET /api/openapi.json`. Its first request loads the generator. */
export function openapiApp(): FeatureApp {
  const app = new Hono<Env>();
  app.get('/openapi.json', async (c) => {
    const { openapiDocument } = await import('./openapi-document.ts');
    c.header('cache-control', 'public, max-age=60, s-maxage=60');
    return c.json(openapiDocument());
  });
  return app;
}
