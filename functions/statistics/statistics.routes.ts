import { statisticsRoutes } from '#shared/live/statistics.ts';
import { featureApp } from '#functions/http/route.ts';
import {
  broadcastDetails,
  channelStatistics,
  listBroadcasts,
  listVideoStatistics,
  setStatisticsReaders,
  type StatisticsDeps,
  videoDetails,
} from './statistics.service.ts';

export const statisticsApp = (deps: StatisticsDeps) =>
  featureApp(statisticsRoutes, {
    'GET /statistics/{id}/days/{days}': ({ caller, params }) => channelStatistics(deps, caller.id, params),
    'PUT /statistics/{id}/settings': ({ caller, params, body }) =>
      setStatisticsReaders(deps, caller.id, { ...params, forModerators: body.for_moderators }),
    'GET /statistics/{id}/broadcasts': ({ caller, params, query }) =>
      listBroadcasts(deps, caller.id, { ...params, ...query }),
    'GET /statistics/{id}/broadcasts/{started_at}': ({ caller, params }) =>
      broadcastDetails(deps, caller.id, { id: params.id, startMs: Date.parse(params.started_at) }),
    'GET /statistics/{id}/videos': ({ caller, params, query }) =>
      listVideoStatistics(deps, caller.id, { ...params, ...query }),
    'GET /statistics/{id}/videos/{video_id}': ({ caller, params }) =>
      videoDetails(deps, caller.id, { id: params.id, videoId: params.video_id }),
  });
