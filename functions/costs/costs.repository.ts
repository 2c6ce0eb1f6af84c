/**
 * What a channel's broadcasts have cost, as the table holds it, and its cap. Keys:
 *
 * | item                              | pk             | sk            |
 * |-----------------------------------|----------------|---------------|
 * | cost of what began on a day (UTC) | `CHANNEL#<id>` | `COST#<date>` |
 *
 * The item has an attribute for each broadcast, `of_<id>`, in dollars, which only grows: nothing counts twice, and no two writers
 * wait for each other. An item a day, so that none gets large. The cap stands on the account.
 */
import { DAY_S } from '../../shared/plain/time.ts';
import { getItem } from '../aws/table/get-item.ts';
import { queryAll } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { updateItem } from '../aws/table/write-items.ts';
import { seconds } from '../base/seconds.ts';
import { accountKey, findChannelId } from '../channels/index.ts';
import { dayOf, monthOf } from '../base/day.ts';
import type { BilledBroadcast, CostsRepository } from './ports.ts';

type DayItem = Readonly<Record<string, unknown>>;

/** As long as a camera broadcast and its month are kept. */
const KEPT_S = 62 * DAY_S;

const sortKey = (day: string): string => `COST#${day}`;
const dayKey = ({ channelId, startedAtMs }: BilledBroadcast) => ({
  pk: `CHANNEL#${channelId}`,
  sk: sortKey(dayOf(startedAtMs)),
});
const attributeOf = ({ id }: BilledBroadcast): string => `of_${id}`;

export const costsRepository = (table: Table): CostsRepository => ({
  raise: async (broadcast, dollars) => {
    const name = attributeOf(broadcast);
    const expires_at = seconds(broadcast.startedAtMs) + KEPT_S;
    const isMore = { if: `attribute_not_exists(#${name}) OR #${name} < :${name}` };
    await updateItem(table, dayKey(broadcast), { [name]: dollars, expires_at }, isMore);
  },
  find: async (broadcast) => {
    const item = await getItem<DayItem>(table, dayKey(broadcast));
    return item?.[attributeOf(broadcast)] as number | undefined;
  },
  ofMonth: async (channelId, month) => {
    const items = await queryAll<DayItem>(table, {
      KeyConditionExpression: 'pk = :channel AND begins_with(sk, :month)',
      ExpressionAttributeValues: { ':channel': `CHANNEL#${channelId}`, ':month': sortKey(month) },
      ConsistentRead: true,
    });
    return items.flatMap(dollarsIn).reduce((sum, dollars) => sum + dollars, 0);
  },
  capOf: async (channelId) =>
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
