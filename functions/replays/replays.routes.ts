import { replaysRoutes } from '#shared/videos/replays.ts';
import { featureApp } from '#functions/http/route.ts';
import { replayChat, type ReplaysDeps } from './replays.service.ts';

export const replaysApp = (deps: ReplaysDeps) =>
  featureApp(replaysRoutes, {
    'GET /replays/{id}/chat': ({ caller, params, query }) =>
      replayChat(deps, caller?.id, { id: params.id, ...query }),
  });
