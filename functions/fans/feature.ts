import { channelNames, channelsRepository } from '#functions/channels/table/channels.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { fansApp } from './fans.routes.ts';
import { fansRepository } from './table/fans.repository.ts';
import { foundFansRepository } from './table/found-fans.repository.ts';
import { modelsRepository } from './table/models.repository.ts';
import { showingsRepository } from './table/showings.repository.ts';
import { discardPicture } from '#functions/videos/discard.service.ts';
import { readVideo } from '#functions/videos/table/video-changes.repository.ts';
import { workRepository } from '#functions/videos/table/work.repository.ts';
import { isOpenTo } from '#functions/videos/visibility.ts';
import { findVisibleByIds } from '#functions/videos/table/visible-by-ids.repository.ts';

export function feature({ table, clock }: FeatureContext) {
  const works = { works: workRepository(table), clock };
  return fansApp({
    fans: fansRepository(table),
    fanSearch: foundFansRepository(table),
    models: modelsRepository(table),
    showings: showingsRepository(table),
    findVisible: findVisibleByIds(table),
    names: channelNames(table),
    channels: channelsRepository(table),
    ownerOfVideo: async (callerId, id) => {
      const video = await readVideo(table, id);
      return video && isOpenTo(callerId, video) ? video.channel_id : null;
    },
    discardPicture: (channelId, url) => discardPicture(works, channelId, url),
    clock,
  });
}
