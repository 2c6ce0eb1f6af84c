import { browserStreamRoutes } from '#shared/live/browser-stream.ts';
import { UNCHANGING } from '#shared/plain/freshness.ts';
import { featureApp } from '#functions/http/route.ts';
import { RENDITIONS } from '../playlist/live-playlist.routes.ts';
import { findRewind, type RewindDeps, rewindPage } from './rewind.service.ts';

export const rewindApp = (deps: RewindDeps) =>
  featureApp(browserStreamRoutes, {
    'GET /browser-stream/{stream_id}/rewind': ({ params }) => findRewind(deps, params.stream_id),
    'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}': async ({ params, keep }) => {
      const { stream_id: streamId, page, playlist: name } = params;
      const { playlist, isWhole } = await rewindPage(deps, { streamId, page, rendition: RENDITIONS[name] });
      if (isWhole) keep(UNCHANGING);
      return playlist;
    },
  });
