import type { Table } from '../aws/table.ts';
import { countKey } from './channel.item.ts';

/** Counts a channel that goes on the air, or off it: an Update for the transaction that does so. */
export const countLive = ({ TableName }: Table, change: 1 | -1) => ({
  TableName,
  Key: countKey,
  UpdateExpression: 'ADD live :change',
  ExpressionAttributeValues: { ':change': change },
});
