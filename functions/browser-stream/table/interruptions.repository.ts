import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { HIGH_CONTENTION_ATTEMPTS, retryOnConflict, unlessConditionFails } from '#functions/aws/retry.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { transact, where } from '#functions/aws/table/write-items.ts';
import type { Authorized } from '#functions/base/authorized.ts';
import { publishCurrentState } from '#functions/channels/index.ts';
import type { Broadcast, BroadcastKey } from '../broadcast.ts';
import type { RecordingStart } from '../media/compatible/webm/reader.ts';
import { broadcastKey } from './broadcast.item.ts';
import { ingestChange, IS_LIVE } from './broadcast-transitions.repository.ts';

export type InterruptionsRepository = ReturnType<typeof interruptionsRepository>;

/** The closing and the return of a recorder's page. */
export const interruptionsRepository = (table: Table) => ({
  /** Does nothing if another page has continued the broadcast since. */
  pause: async ({ id, channelId }: BroadcastKey, session: number): Promise<void> => {
    const isLatest =
      session === 0
        ? { if: `${IS_LIVE.if} AND attribute_not_exists(sessions)` }
        : { if: `${IS_LIVE.if} AND sessions = :session`, values: { ':session': session } };
    const ConditionCheck = { TableName: table.TableName, Key: broadcastKey(id), ...where(isLatest) };
    const Update = ingestChange(table, { id, channelId }, 'waiting');
    if (await transact(table, [{ ConditionCheck }, { Update }])) await publishCurrentState(table, channelId);
  },
  /**
   * Another page continues the broadcast. `recordings`: all recordings that continue a compatible broadcast. Returns
   * the number of its session; `null` where the broadcast has ended.
   */
  resume: async (
    { id, channelId, storedSegments }: Authorized<Broadcast>,
    nowMs: number,
    recordings?: readonly RecordingStart[],
  ): Promise<number | null> => {
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: broadcastKey(id),
      UpdateExpression: `SET resumed_at_ms = :now${recordings ? ', recordings = :all' : ''} ADD sessions :one`,
      ConditionExpression: IS_LIVE.if,
      ExpressionAttributeValues: {
        ':now': nowMs,
        ':one': 1,
        ...(recordings && { ':all': JSON.stringify(recordings) }),
      },
      ReturnValues: 'UPDATED_NEW',
    });
    let session: number | null = null;
    const send = async () => {
      session = Number((await table.client.send(update)).Attributes?.['sessions']);
    };
    if (!(await unlessConditionFails(retryOnConflict(send, HIGH_CONTENTION_ATTEMPTS)))) return null;
    // The first segments notify followers when they arrive. Windows report themselves.
    const Update = ingestChange(table, { id, channelId }, 'receiving');
    if (storedSegments && (await transact(table, [{ Update }]))) await publishCurrentState(table, channelId);
    return session;
  },
});
