import type { Table } from '#functions/aws/table/table.ts';
import type { ChannelsRepository } from '#functions/channels/table/channels.repository.ts';
import { channelNames } from '#functions/channels/table/channels.repository.ts';
import type { FansDeps } from '#functions/fans/fans.service.ts';
import { fansRepository } from '#functions/fans/table/fans.repository.ts';
import { foundFansRepository } from '#functions/fans/table/found-fans.repository.ts';
import { modelsRepository } from '#functions/fans/table/models.repository.ts';
import { showingsRepository } from '#functions/fans/table/showings.repository.ts';
import { discardPicture } from '#functions/videos/discard.service.ts';
import { readVideo } from '#functions/videos/table/video.change.ts';
import { workRepository } from '#functions/videos/table/work.repository.ts';
import { isOpenTo } from '#functions/videos/visibility.ts';
import { findVisibleByIds } from '#functions/videos/table/visible-by-ids.repository.ts';

export function fansDeps(table: Table, channels: ChannelsRepository): FansDeps {
  const works = { works: workRepository(table), clock: Date.now };
  return {
    fans: fansRepository(table),
    fanSearch: foundFansRepository(table),
    models: modelsRepository(table),
    showings: showingsRepository(table),
    findVisible: findVisibleByIds(table),
    names: channelNames(table),
    channels,
    ownerOfVideo: async (callerId, id) => {
      const video = await readVideo(table, id);
      return video && isOpenTo(callerId, video) ? video.channel_id : null;
    },
    discardPicture: (channelId, url) => discardPicture(works, channelId, url),
    clock: Date.now,
  };
}
