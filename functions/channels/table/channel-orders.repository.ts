import type { Channel } from '#shared/channels/channels.ts';
import { ULID } from '#shared/plain/ulid.ts';
import { decodeCursor, encodeCursor } from '#functions/aws/table/cursor.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { PageRequest } from '#functions/base/page.ts';
import { type ChannelItem, countText, hasStreamed, toChannel } from '../channel.item.ts';

/**
 * The orders of channels other than the rank (`channel.item.ts`). Keys of the channel's item:
 *
 * | order     | pk                               | sk                              |
 * |-----------|----------------------------------|---------------------------------|
 * | followers | `gsi3pk` `BY_FOLLOWERS#<0 or 1>` | `gsi3sk` `<s>#<followers>#<id>` |
 * | newest    | `gsi4pk` `BY_AGE#<0 or 1>`       | `gsi4sk` `<s>#<id>`             |
 *
 * The partition is 1 while the channel is live, so that live ones can be read separately; `s` is 1 once it has
 * streamed, so that channels that never streamed come last when the index is read backwards.
 */
const flag = (isSet: boolean): '0' | '1' => (isSet ? '1' : '0');

export const followersOrder = {
  index: 'gsi3',
  partition: (isLive: boolean): string => `BY_FOLLOWERS#${flag(isLive)}`,
  sortKey: (channel: ChannelItem): string =>
    `${flag(hasStreamed(channel))}#${countText(channel.followers)}#${channel.id}`,
  pattern: new RegExp(`^[01]#\\d{10}#${ULID}$`),
} as const;

export const newestOrder = {
  index: 'gsi4',
  partition: (isLive: boolean): string => `BY_AGE#${flag(isLive)}`,
  /** Ids are ULIDs, which begin with the time of sign-up. */
  sortKey: (channel: ChannelItem): string => `${flag(hasStreamed(channel))}#${channel.id}`,
  pattern: new RegExp(`^[01]#${ULID}$`),
} as const;

const ORDERS = { followers: followersOrder, newest: newestOrder } as const;
type Order = (typeof ORDERS)[keyof typeof ORDERS];

interface OrderedList extends PageRequest {
  readonly order: keyof typeof ORDERS;
  /** Only live channels, or only offline ones. @default both */
  readonly live?: boolean | undefined;
}

/** Reads a page of the live ones and one of the others, and merges them. */
export async function listInOrder(
  table: Table,
  { order: name, live, limit, cursor }: OrderedList,
): Promise<{ items: Channel[]; next: string | undefined }> {
  const order = ORDERS[name];
  const after = cursor === undefined ? undefined : decodeCursor(cursor, order.pattern);
  const groups = live === undefined ? [true, false] : [live];
  // One more than the page shows whether another page follows.
  const read = (isLive: boolean) => readAfter(table, order, { isLive, after, limit: limit + 1 });
  const sortKeyOf = (channel: OrderedChannel): string => channel[`${order.index}sk`] ?? '';
  const found = (await Promise.all(groups.map(read)))
    .flat()
    .toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? 1 : -1));
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { items: page.map(toChannel), next: last && encodeCursor(sortKeyOf(last)) };
}

type OrderedChannel = ChannelItem & { readonly gsi3sk?: string; readonly gsi4sk?: string };

interface GroupPart {
  readonly isLive: boolean;
  readonly after: string | undefined;
  readonly limit: number;
}

async function readAfter(table: Table, order: Order, { isLive, after, limit }: GroupPart) {
  const { index, partition } = order;
  const { items } = await queryPage<OrderedChannel>(table, {
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
