import { Hono } from 'hono/tiny';
import { picturesRoutes } from '../../shared/channels/pictures.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import { completePicture, startPicture } from './pictures.service.ts';
import type { PicturesPorts } from './ports.ts';

export function picturesApp(ports: PicturesPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, picturesRoutes, 'POST /pictures', ({ caller, body }) => startPicture(ports, caller.id, body));
  serve(app, picturesRoutes, 'POST /pictures/{id}/complete', ({ caller, params }) =>
    completePicture(ports, caller.id, params.id),
  );
  return app;
}
