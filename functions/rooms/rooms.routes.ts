import { Hono } from 'hono/tiny';
import { roomsRoutes } from '../../shared/rooms.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve } from '../http/route.ts';
import type { RoomsPorts } from './ports.ts';
import { getRoom } from './rooms.service.ts';

export function roomsApp(ports: RoomsPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, roomsRoutes, 'GET /rooms/{id}', ({ params }) => getRoom(ports, params.id));
  return app;
}
