import type { Channel } from '../../../shared/channels/streamers.ts';
import { queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { toChannel, type ChannelItem } from '../channel.item.ts';
import { followersOrder, newestOrder } from './channel-orders.ts';
import type { Place } from './channel.place.ts';
import { decodeCursor, encodeCursor } from '../../aws/table/cursor.ts';

const ORDERS = { followers: followersOrder, newest: newestOrder } as const;
type Order = (typeof ORDERS)[keyof typeof ORDERS];

export interface OrderedList {
  readonly order: keyof typeof ORDERS;
  /** Keeps those that are live, or those that are not. */
  readonly live: boolean | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Reads a page of the live ones and one of the others, and merges them: twice the page, however many there are. */
export async function listInOrder(
  table: Table,
  { order: name, live, limit, cursor }: OrderedList,
): Promise<{ items: Channel[]; next: string | undefined }> {
  const order = ORDERS[name];
  const after = cursor === undefined ? undefined : decodeCursor(cursor, order.pattern);
  const groups = live === undefined ? [true, false] : [live];
  // One more than the page tells whether there is another.
  const read = (isLive: boolean) => readAfter(table, order, { isLive, after, limit: limit + 1 });
  const sortKeyOf = (channel: Place): string => channel[`${order.index}sk`] ?? '';
  const found = (await Promise.all(groups.map(read)))
    .flat()
    .toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? 1 : -1));
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { items: page.map(toChannel), next: last && encodeCursor(sortKeyOf(last)) };
}

interface GroupPart {
  readonly isLive: boolean;
  readonly after: string | undefined;
  readonly limit: number;
}

async function readAfter(table: Table, order: Order, { isLive, after, limit }: GroupPart) {
  const { index, partition } = order;
  const { items } = await queryPage<ChannelItem & Place>(table, {
    IndexName: index,
    KeyConditionExpression: `${index}pk = :group${after === undefined ? '' : ` AND ${index}sk < :after`}`,
    ExpressionAttributeValues: {
      ':group': partition(isLive),
      ...(after !== undefined && { ':after': after }),
    },
    ScanIndexForward: false,
    Limit: limit,
  });
  return items;
}
