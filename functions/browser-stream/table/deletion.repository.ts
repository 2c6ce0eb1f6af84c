import { deletePartition } from '#functions/aws/table/delete-items.ts';
import { pagesOf } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { eachInTime } from '#functions/base/async/at-once.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { broadcastPartition, ofChannelPrefix } from './broadcast.item.ts';
import { broadcastsRepository } from './broadcasts.repository.ts';

const PAGE = 100;
/** Of broadcasts, whose rows are deleted many at once. */
const AT_ONCE = 4;

/** Ends the person's live camera broadcast and deletes all of their broadcasts. No replay is made. */
export const deleteBroadcasts =
  (table: Table): AccountStep =>
  async ({ id, hasTime }) => {
    const broadcasts = broadcastsRepository(table);
    const latest = await broadcasts.findLatest(id);
    if (latest?.state === 'live') await broadcasts.end(latest, { by: 'streamer', atMs: Date.now() });
    if (latest && !(await deletePartition(table, broadcastPartition(latest.id), { hasTime }))) return false;
    const ofChannel = {
      KeyConditionExpression: 'pk = :channel AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':channel': `CHANNEL#${id}`, ':prefix': ofChannelPrefix },
    };
    const pages = pagesOf<{ broadcast_id: string }>(table, { ...ofChannel, Limit: PAGE });
    let isEmpty = true;
    const isDone = await eachInTime(pages, { hasTime, atOnce: AT_ONCE }, async ({ broadcast_id }) => {
      if (!(await deletePartition(table, broadcastPartition(broadcast_id), { hasTime }))) isEmpty = false;
    });
    return isDone && isEmpty;
  };
