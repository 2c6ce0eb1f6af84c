import type { Table } from '../aws/table/table.ts';
import type { ChannelsRepository } from '../channels/table/channels.repository.ts';
import { channelNames } from '../channels/table/channels.repository.ts';
import type { FansDeps } from '../fans/fans.service.ts';
import { fansRepository } from '../fans/table/fans.repository.ts';
import { foundFansRepository } from '../fans/table/found-fans.repository.ts';
import { modelsRepository } from '../fans/table/models.repository.ts';
import { showingsRepository } from '../fans/table/showings.repository.ts';
import { discardPicture } from '../videos/discard.service.ts';
import { readVideo } from '../videos/table/video.change.ts';
import { workRepository } from '../videos/table/work.repository.ts';
import { isOpenTo } from '../videos/visibility.ts';
import { findVisibleByIds } from '../videos/table/visible-by-ids.repository.ts';

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
