import type { Table, Write } from '../../aws/table.ts';
import { assignment } from '../../aws/write-expressions.ts';
import { changeChannel } from './channel.change.ts';
import { accountKey, toChannel, type ChannelItem } from '../channel.item.ts';
import type { Detail, Details, DetailsRepository } from '../ports.ts';

export const detailsRepository = (table: Table): DetailsRepository => ({
  change: async (channelId, details) => {
    const given = Object.entries(details).filter(([, value]) => value !== undefined);
    const fields: Partial<Pick<ChannelItem, Detail>> = Object.fromEntries(given);
    const channel = await changeChannel(
      table,
      channelId,
      () => fields,
      accountName(table, channelId, fields),
    );
    return channel && toChannel(channel);
  },
});

/** The person's name is the channel's. */
const accountName = (table: Table, id: string, { display_name }: Details): Write[] =>
  display_name === undefined
    ? []
    : [{ Update: assignment(table, accountKey(id), { display_name }, { if: 'attribute_exists(pk)' }) }];
