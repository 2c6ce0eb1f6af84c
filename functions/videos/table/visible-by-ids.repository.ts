import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { FindVisible } from '#functions/base/visible.ts';
import { type ChannelItem, channelKey, toChannel } from '#functions/channels/index.ts';
import { toVideo, videoKey, type VideoItem } from './video.item.ts';
import { isNewsFor } from '../visibility.ts';

/** With a person: videos that they may open, those of their own among them. @default those that lists have */
export const findVisibleByIds =
  (table: Table, personId?: string): FindVisible =>
  async (channelIds, videoIds) => {
    const [channels, videos] = await Promise.all([
      getMany<ChannelItem>(table, channelIds.map(channelKey)),
      getMany<VideoItem>(table, videoIds.map(videoKey)),
    ]);
    return {
      channels: new Map(
        channels.filter(({ is_hidden }) => !is_hidden).map((item) => [item.id, toChannel(item)]),
      ),
      videos: new Map(
        videos.filter((video) => isNewsFor(personId, video)).map((item) => [item.id, toVideo(item)]),
      ),
    };
  };
