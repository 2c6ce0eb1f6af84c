import { findVisibleChannel } from '#functions/channels/index.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { audienceRepository } from '#functions/presence/audience.repository.ts';
import { videosRepository } from '#functions/videos/table/videos.repository.ts';
import { getVideo } from '#functions/videos/videos.service.ts';
import { readArrivals } from './arrivals.repository.ts';
import { statisticsRepository } from './statistics.repository.ts';
import { statisticsApp } from './statistics.routes.ts';

export function feature({ table, clock }: FeatureContext) {
  const videos = videosRepository(table);
  return statisticsApp({
    statistics: statisticsRepository(table),
    findChannel: (id) => findVisibleChannel(table, id),
    isModerator: roomReads(table).isModerator,
    listHours: audienceRepository(table).listHours,
    listVideos: videos.list,
    getVideo: (callerId, id) => getVideo({ videos }, callerId, id),
    readArrivals: (id, of) => readArrivals(table, id, of),
    clock,
  });
}
