import type { Table } from '../../aws/table.ts';
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
function accountName({ TableName }: Table, id: string, { display_name }: Details) {
  if (display_name === undefined) return [];
  const Update = {
    TableName,
    Key: accountKey(id),
    UpdateExpression: 'SET display_name = :name',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':name': display_name },
  };
  return [{ Update }];
}
