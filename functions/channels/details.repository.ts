import type { Channel } from '../../shared/streamers.ts';
import type { Table } from '../aws/table.ts';
import { changeChannel } from './channel.change.ts';
import { accountKey, toChannel, type ChannelItem } from './channel.item.ts';

type Detail =
  | 'display_name'
  | 'description'
  | 'schedule'
  | 'avatar'
  | 'thumbnail_url'
  | 'title'
  | 'game'
  | 'tags';

/** What an owner may write; fields that are left out stay as they are. */
export type Details = { readonly [D in Detail]?: ChannelItem[D] | undefined };

export interface DetailsRepository {
  /** Answers the channel as it then is; `null` when there is none. Throws `unavailable` while others crowd it. */
  change(channelId: string, details: Details): Promise<Channel | null>;
}

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

/** The person bears the name of the channel. */
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
