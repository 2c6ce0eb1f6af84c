import type { Table, Write } from '../../aws/table.ts';
import { assignment } from '../../aws/write-expressions.ts';
import { changeChannel } from './channel.change.ts';
import { accountKey, toChannel, type ChannelItem } from '../channel.item.ts';
import type { Detail, Details, DetailsRepository } from '../ports.ts';

export const detailsRepository = (table: Table): DetailsRepository => ({
  change: async (channelId, details) => {
    const given = Object.entries(details).filter(([, value]) => value !== undefined);
    const fields: Partial<Pick<ChannelItem, Detail>> = Object.fromEntries(given);
    let before: readonly string[] = [];
    const change = (channel: ChannelItem) => {
      before = picturesOf(channel);
      return fields;
    };
    const item = await changeChannel(table, channelId, change, accountName(table, channelId, fields));
    if (!item) return null;
    const shown = picturesOf(item);
    return { channel: toChannel(item), dropped: before.filter((url) => !shown.includes(url)) };
  },
});

const picturesOf = ({ avatar, thumbnail_url }: ChannelItem): string[] =>
  [avatar, thumbnail_url].filter((url) => url !== '');

/** The person's name is the channel's. */
const accountName = (table: Table, id: string, { display_name }: Details): Write[] =>
  display_name === undefined
    ? []
    : [{ Update: assignment(table, accountKey(id), { display_name }, { if: 'attribute_exists(pk)' }) }];
