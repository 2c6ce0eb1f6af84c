import { Hono } from 'hono';
import { browserStreamRoutes } from '../../../shared/browser-stream.ts';
import type { Env, FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import { livePlaylist } from './live-playlist.service.ts';
import type { LivePlaylistPorts } from '../ports.ts';

/** The one route of `/browser-stream` that everybody asks, again and again, and that needs the table alone. */
export function livePlaylistApp(ports: LivePlaylistPorts): FeatureApp {
  const app = new Hono<Env>();
  serve(app, browserStreamRoutes, 'GET /browser-stream/{stream_id}/live.m3u8', ({ params }) =>
    livePlaylist(ports, params.stream_id),
  );
  return app;
}
