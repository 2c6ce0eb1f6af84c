import { NEWS_KEPT_MS } from '#shared/limits.ts';
import { DAY_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { ULID } from '#shared/plain/ulid.ts';
import { decodeCursor, encodeCursor } from '#functions/aws/table/cursor.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { putItem, updateItem } from '#functions/aws/table/write-items.ts';
import type { PageRequest } from '#functions/base/page.ts';
import { seconds } from '#functions/base/seconds.ts';
import {
  libraryPartition,
  publishedKey,
  type PublishedItem,
  visitKey,
  type VisitItem,
} from './library.item.ts';

const PLACE = new RegExp(`^PUBLISHED#\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z#${ULID}$`);

/** A visit lasts for this time after it began; what was new stays new. */
const VISIT_MS = 30 * MINUTE_MS;
/** A first visitor's videos are new for this long. */
const FIRST_VISIT_MS = 7 * DAY_MS;

export type PublishedRepository = ReturnType<typeof publishedRepository>;

/** A public video, and when it became that. */
export interface Publication {
  readonly videoId: string;
  readonly channelId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** What followed channels have published; see `library.item.ts` for the keys. Every write may be repeated. */
export const publishedRepository = (table: Table) => ({
  add: async (personId: string, { videoId, channelId, at }: Publication): Promise<void> => {
    const fields = { video_id: videoId, channel_id: channelId, at };
    const expires_at = seconds(Date.parse(at) + NEWS_KEPT_MS);
    await putItem(table, { ...publishedKey(personId, `${at}#${videoId}`), ...fields, expires_at });
  },
  /** Newest first; eventually consistent. */
  list: async (personId: string, { limit, cursor }: PageRequest, nowMs: number) => {
    const start = cursor === undefined ? undefined : decodeCursor(cursor, PLACE);
    const { items, lastKey } = await queryPage<PublishedItem>(table, {
      KeyConditionExpression: 'pk = :person AND begins_with(sk, :videos)',
      ExpressionAttributeValues: {
        ':person': libraryPartition(personId),
        ':videos': publishedKey(personId, '').sk,
      },
      ScanIndexForward: false,
      Limit: limit,
      ...(start && { ExclusiveStartKey: { pk: libraryPartition(personId), sk: start } }),
    });
    const last = lastKey?.['sk'] as string | undefined;
    const fresh = items.filter(({ expires_at }) => expires_at > seconds(nowMs));
    return { items: fresh, next: last && encodeCursor(last) };
  },
  /** The time of the last visit before the present one. */
  lastVisit: async (personId: string, nowMs: number): Promise<string> => {
    const item = await getItem<VisitItem>(table, visitKey(personId));
    const isSameVisit = item && Date.parse(item.at) > nowMs - VISIT_MS;
    const last = isSameVisit ? item.before : item?.at;
    return last ?? new Date(nowMs - FIRST_VISIT_MS).toISOString();
  },
  /** Begins a visit, unless one lasts. */
  visit: async (personId: string, nowMs: number): Promise<void> => {
    const key = visitKey(personId);
    const known = await getItem<VisitItem>(table, key);
    if (known && Date.parse(known.at) > nowMs - VISIT_MS) return;
    // Two tabs begin one visit.
    const condition = known
      ? { if: '#at = :known', names: { '#at': 'at' }, values: { ':known': known.at } }
      : { if: 'attribute_not_exists(pk)' };
    await updateItem(table, key, { at: new Date(nowMs).toISOString(), before: known?.at }, condition);
  },
});
