import { streamHealthRoutes } from '#shared/live/stream-health.ts';
import { featureApp } from '#functions/http/route.ts';
import { broadcastFigures, type FiguresDeps } from './figures.service.ts';
import { streamHealth, type StreamHealthDeps } from './stream-health.service.ts';

export const streamHealthApp = (deps: StreamHealthDeps & FiguresDeps) =>
  featureApp(streamHealthRoutes, {
    'GET /stream-health': ({ caller }) => streamHealth(deps, caller.id),
    'GET /stream-health/figures/{stream_id}': ({ caller, params }) =>
      broadcastFigures(deps, caller.id, params.stream_id),
  });
