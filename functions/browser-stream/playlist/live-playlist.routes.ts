import { Hono } from 'hono/tiny';
import { browserStreamRoutes } from '../../../shared/live/browser-stream.ts';
import type { Env, FeatureApp } from '../../http/context.ts';
import { serve } from '../../http/route.ts';
import { livePlaylist, type PlaylistDeps, renditionPlaylist } from './live-playlist.service.ts';

export function livePlaylistApp(deps: PlaylistDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, browserStreamRoutes, 'GET /browser-stream/{stream_id}/live.m3u8', ({ params }) =>
    livePlaylist(deps, params.stream_id),
  );
  return app;
}

export function renditionPlaylistApp(deps: PlaylistDeps): FeatureApp {
  const app = new Hono<Env>();
  serve(app, browserStreamRoutes, 'GET /browser-stream/{stream_id}/live/{playlist}', ({ params }) =>
    renditionPlaylist(deps, params.stream_id, RENDITIONS[params.playlist]),
  );
  return app;
}

const RENDITIONS = { 'main.m3u8': 'main', 'small.m3u8': 'small', 'sound.m3u8': 'sound' } as const;
