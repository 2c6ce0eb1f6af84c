import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../aws/table.ts';
import { usernameKey } from './channel.item.ts';

/** The channel that has this name, in any case; `null` where none has. It may be a moment old. */
export async function findChannelId({ client, TableName }: Table, username: string): Promise<string | null> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: usernameKey(username) }));
  return Item ? String(Item['channel_id']) : null;
}
