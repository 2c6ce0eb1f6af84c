import { replaysRoutes } from '../../shared/videos/replays.ts';
import { featureApp } from '../http/route.ts';
import { replayChat, type ReplaysPorts } from './replays.service.ts';

export const replaysApp = (ports: ReplaysPorts) =>
  featureApp(replaysRoutes, {
    'GET /replays/{id}/chat': ({ caller, params, query }) =>
      replayChat(ports, caller?.id, { id: params.id, ...query }),
  });
