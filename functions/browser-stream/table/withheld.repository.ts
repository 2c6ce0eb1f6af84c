import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { assignment, transact } from '#functions/aws/table/write-items.ts';
import { type AccountStep, inOneCall } from '#functions/base/account-step.ts';
import { suspensionCheck } from '#functions/channels/index.ts';
import { broadcastKey, ofChannelPrefix } from './broadcast.item.ts';

/** Playlists of earlier ones have ended long ago. */
const LATEST = 10;

/**
 * Withholds the live playlists of a suspended person's latest broadcasts, or restores them. Each write requires that the
 * person's status has not changed.
 */
export const withholdBroadcasts = (table: Table, isWithheld: boolean): AccountStep =>
  inOneCall(async (channelId) => {
    const { items } = await queryPage<{ broadcast_id: string }>(table, {
      KeyConditionExpression: 'pk = :channel AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':channel': `CHANNEL#${channelId}`, ':prefix': ofChannelPrefix },
      ScanIndexForward: false,
      Limit: LATEST,
    });
    const there = { if: 'attribute_exists(pk)' };
    const is_withheld = isWithheld || undefined;
    for (const { broadcast_id: id } of items)
      await transact(table, [
        suspensionCheck(table, channelId, isWithheld),
        { Update: assignment(table, broadcastKey(id), { is_withheld }, there) },
      ]);
  });
