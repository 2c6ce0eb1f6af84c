import { Hono } from 'hono/tiny';
import { picturesRoutes } from '../../shared/channels/pictures.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { completePicture, type PicturesDeps, startPicture } from './pictures.service.ts';

export function picturesApp(deps: PicturesDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, picturesRoutes, 'POST /pictures', ({ caller, body }) => startPicture(deps, caller.id, body));
  serve(app, picturesRoutes, 'POST /pictures/{id}/complete', ({ caller, params }) =>
    completePicture(deps, caller.id, params.id),
  );
  return app;
}
