/**
 * Costs of a channel's broadcasts, and its cap. Keys:
 *
 * | item                              | pk             | sk            |
 * |-----------------------------------|----------------|---------------|
 * | cost of what began on a day (UTC) | `CHANNEL#<id>` | `COST#<date>` |
 *
 * The item has an attribute for each broadcast, `of_<id>`, in dollars, which only grows: nothing counts twice, and
 * writers do not wait for each other. One item a day, so that none gets large. The cap is an attribute of the account.
 */
import { DAY_S } from '#shared/plain/time.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryAll } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { accountKey, findChannelId } from '#functions/channels/index.ts';
import { dayOf, monthOf } from '#functions/base/day.ts';

/** A broadcast that costs money: by camera, or by encoder. */
export interface BilledBroadcast {
  readonly channelId: string;
  /** Unique in the channel. */
  readonly id: string;
  /** The whole cost counts in this month (UTC). In ms since 1970. */
  readonly startedAtMs: number;
}

type DayItem = Readonly<Record<string, unknown>>;

/** As long as a camera broadcast and its month are kept. */
const KEPT_S = 62 * DAY_S;

const sortKey = (day: string): string => `COST#${day}`;
const dayKey = ({ channelId, startedAtMs }: BilledBroadcast) => ({
  pk: `CHANNEL#${channelId}`,
  sk: sortKey(dayOf(startedAtMs)),
});
const attributeOf = ({ id }: BilledBroadcast): string => `of_${id}`;

export type CostsRepository = ReturnType<typeof costsRepository>;

export const costsRepository = (table: Table) => ({
  /** Raises the cost; a lower one changes nothing. */
  raise: async (broadcast: BilledBroadcast, dollars: number): Promise<void> => {
    const name = attributeOf(broadcast);
    const expires_at = seconds(broadcast.startedAtMs) + KEPT_S;
    const isMore = {
      if: 'attribute_not_exists(#broadcast) OR #broadcast < :dollars',
      names: { '#broadcast': name },
      values: { ':dollars': dollars },
    };
    await updateItem(table, dayKey(broadcast), { [name]: dollars, expires_at }, isMore);
  },
  find: async (broadcast: BilledBroadcast): Promise<number | undefined> => {
    const item = await getItem<DayItem>(table, dayKey(broadcast));
    return item?.[attributeOf(broadcast)] as number | undefined;
  },
  /** Costs of what began in that month, as `2026-11`. */
  ofMonth: async (channelId: string, month: string): Promise<number> => {
    const items = await queryAll<DayItem>(table, {
      KeyConditionExpression: 'pk = :channel AND begins_with(sk, :month)',
      ExpressionAttributeValues: { ':channel': `CHANNEL#${channelId}`, ':month': sortKey(month) },
      ConsistentRead: true,
    });
    return items.flatMap(dollarsIn).reduce((sum, dollars) => sum + dollars, 0);
  },
  /** Dollars a month; `undefined`: no cap. */
  capOf: async (channelId: string): Promise<number | undefined> =>
    (await getItem<{ cost_cap_dollars?: number }>(table, accountKey(channelId)))?.cost_cap_dollars,
});

const dollarsIn = (item: DayItem): number[] =>
  Object.entries(item).flatMap(([name, value]) => (name.startsWith('of_') ? [Number(value)] : []));

/** Sets the cap in dollars a month; `undefined` removes it. Returns this month's cost; `null` for an unknown name. */
export async function setCap(
  table: Table,
  username: string,
  dollars: number | undefined,
  nowMs = Date.now(),
): Promise<number | null> {
  const id = await findChannelId(table, username);
  const exists = { if: 'attribute_exists(pk) AND attribute_not_exists(is_leaving)' };
  const isSet =
    id !== null && (await updateItem(table, accountKey(id), { cost_cap_dollars: dollars }, exists));
  return isSet ? costsRepository(table).ofMonth(id, monthOf(nowMs)) : null;
}
