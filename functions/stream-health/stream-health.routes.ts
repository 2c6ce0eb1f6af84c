import { streamHealthRoutes } from '../../shared/live/stream-health.ts';
import { featureApp } from '../http/route.ts';
import { streamHealth, type StreamHealthDeps } from './stream-health.service.ts';

export const streamHealthApp = (deps: StreamHealthDeps) =>
  featureApp(streamHealthRoutes, {
    'GET /stream-health': ({ caller }) => streamHealth(deps, caller.id),
  });
