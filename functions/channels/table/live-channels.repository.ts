import type { Channel } from '../../../shared/channels/streamers.ts';
import { queryAll } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { updateItem } from '../../aws/table/write-items.ts';
import { changeChannel } from './channel.change.ts';
import { channelKey, CHANNELS_PARTITION, LIVE_RANK_PREFIX } from '../channel.item.ts';

export interface LivePicture {
  readonly channelId: string;
  /** The stream that it is a picture of: the channel's current one. */
  readonly videoUrl: string;
  /** Its address on the site. */
  readonly pictureUrl: string;
  /** Whether addresses of this source sort by time, so that an earlier picture does not replace a later one. */
  readonly isSorted?: boolean;
}

/** Sets the picture of the current stream. It changes nothing else, so it does not check the channel's version. */
export async function showLivePicture(
  table: Table,
  { channelId, videoUrl, pictureUrl, isSorted = false }: LivePicture,
): Promise<void> {
  const isLater = '(attribute_not_exists(live_thumbnail_url) OR live_thumbnail_url < :live_thumbnail_url)';
  await updateItem(
    table,
    channelKey(channelId),
    { live_thumbnail_url: pictureUrl },
    {
      if: `is_live = :true AND video_url = :video${isSorted ? ` AND ${isLater}` : ''}`,
      values: { ':true': true, ':video': videoUrl },
    },
  );
}

export type LiveChannel = Pick<Channel, 'id' | 'viewers'>;

/** Every live channel, for the tick. The cost grows with the number of live channels. */
export const liveChannels = (table: Table): Promise<readonly LiveChannel[]> =>
  queryAll<LiveChannel>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :all AND begins_with(gsi1sk, :live)',
    ExpressionAttributeValues: { ':all': CHANNELS_PARTITION, ':live': LIVE_RANK_PREFIX },
    ProjectionExpression: 'id, viewers',
  });

export const viewersRepository = (table: Table) => ({
  /** Sets a live channel's viewers, with its rank and its category's sum. Does nothing while it is offline. */
  setViewers: async (channelId: string, viewers: number): Promise<void> => {
    await changeChannel(table, channelId, (channel) => (channel.is_live ? { viewers } : null));
  },
  /** The same, if that is more than before. Throws `unavailable` while many others change the channel. */
  raiseViewers: async (channelId: string, viewers: number): Promise<void> => {
    await changeChannel(table, channelId, (channel) =>
      channel.is_live && channel.viewers < viewers ? { viewers } : null,
    );
  },
});
