import { browserStreamRoutes } from '#shared/live/browser-stream.ts';
import { featureApp } from '#functions/http/route.ts';
import { livePlaylist, type PlaylistDeps, renditionPlaylist } from './live-playlist.service.ts';

export const livePlaylistApp = (deps: PlaylistDeps) =>
  featureApp(browserStreamRoutes, {
    'GET /browser-stream/{stream_id}/live.m3u8': ({ params }) => livePlaylist(deps, params.stream_id),
  });

export const renditionPlaylistApp = (deps: PlaylistDeps) =>
  featureApp(browserStreamRoutes, {
    'GET /browser-stream/{stream_id}/live/{playlist}': ({ params }) =>
      renditionPlaylist(
        deps,
        params.stream_id,
        params.playlist === 'captions.m3u8' ? 'captions' : RENDITIONS[params.playlist],
      ),
  });

export const RENDITIONS = { 'main.m3u8': 'main', 'small.m3u8': 'small', 'sound.m3u8': 'sound' } as const;
