import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { getMany } from '../../aws/batch-get.ts';
import { getItem } from '../../aws/get-item.ts';
import { pagesOf } from '../../aws/queries.ts';
import { retryRaced, unlessConditionFails } from '../../aws/retry.ts';
import type { Table } from '../../aws/table.ts';
import { showLivePicture } from '../../channels/live-picture.ts';
import { broadcastReads } from './broadcast-reads.repository.ts';
import {
  ACTIVE_PARTITION,
  activeCountKey,
  broadcastKey,
  latestKey,
  toBroadcast,
  type BroadcastItem,
} from './broadcast.item.ts';
import { type Broadcast, livePlaylistUrl } from '../broadcast.ts';
import {
  changeBroadcast,
  endBroadcast,
  finishBroadcast,
  setReceiving,
  startBroadcast,
} from './broadcast.transitions.ts';
import { chunksRepository } from './chunks.repository.ts';
import { claimsRepository } from './claims.repository.ts';
import { filmsRepository } from './films.repository.ts';
import { jobsRepository } from './jobs.repository.ts';
import type { BroadcastLife, BroadcastUpkeep, IntakeRows, ProcessingRows } from '../ports.ts';
import type { BroadcastsTable } from './rows.repository.ts';
import { segmentsRepository } from './segments.repository.ts';
import { windowsRepository } from './windows.repository.ts';

const PAGE = 100;

/** All that is kept of broadcasts. */
export type BroadcastsRepository = IntakeRows & ProcessingRows;

/** Broadcasts from the camera; see `broadcast.item.ts` for the keys. Reads see every write before them. */
export function broadcastsRepository({ client, TableName }: Table): BroadcastsRepository {
  const table: BroadcastsTable = { client, TableName, isConsistent: true };
  const reads = broadcastReads(table);
  return {
    ...reads,
    findLatest: async (channelId) => {
      const latest = await getItem(table, latestKey(channelId));
      return latest ? reads.find(String(latest['broadcast_id'])) : null;
    },
    start: (broadcast, playbackUrl, limits) => startBroadcast(table, broadcast, playbackUrl, limits),
    end: (broadcast, end) => endBroadcast(table, broadcast, end),
    change: ({ id }, change) => changeBroadcast(table, id, change),
    setReceiving: (broadcast) => setReceiving(table, broadcast),
    showPicture: ({ id, channelId }, pictureUrl) =>
      showLivePicture(table, { channelId, videoUrl: livePlaylistUrl(id), pictureUrl, isSorted: true }),
    finish: (known, replay, awaitsLadder) => finishBroadcast(table, known, replay, awaitsLadder),
    listActive: () => listActive(table),
    countActive: async () => Number((await getItem(table, activeCountKey))?.['active'] ?? 0),
    ...numbers(table),
    ...chunksRepository(table),
    ...segmentsRepository(table),
    ...filmsRepository(table),
    ...claimsRepository(table),
    ...jobsRepository(table),
    ...windowsRepository(table),
  };
}

/** What changes of a broadcast by itself. */
function numbers(
  table: BroadcastsTable,
): Pick<BroadcastLife & BroadcastUpkeep, 'setChunkCount' | 'setCheckpoint' | 'setWindowMs'> {
  const set = async (id: string, assignments: string, condition: string, values: Record<string, unknown>) => {
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: broadcastKey(id),
      UpdateExpression: `SET ${assignments}`,
      ConditionExpression: condition,
      ExpressionAttributeValues: values,
    });
    await unlessConditionFails(retryRaced(() => table.client.send(update)));
  };
  return {
    setChunkCount: ({ id }, chunkCount) =>
      set(
        id,
        'chunk_count = :count',
        'attribute_exists(ended_at_ms) AND (attribute_not_exists(chunk_count) OR chunk_count < :count)',
        { ':count': chunkCount },
      ),
    setCheckpoint: (id, checkpoint) =>
      set(
        id,
        'checkpoint = :checkpoint, checkpoint_from = :from',
        'attribute_exists(pk) AND (attribute_not_exists(checkpoint_from) OR checkpoint_from < :from)',
        { ':checkpoint': JSON.stringify(checkpoint), ':from': checkpoint.fromNumber },
      ),
    setWindowMs: (id, windowMs) =>
      set(id, 'window_ms = :window', 'attribute_exists(pk)', { ':window': windowMs }),
  };
}

/** The index tells which, a moment late; what they are is read from the table itself. */
async function* listActive(table: BroadcastsTable): AsyncGenerator<Broadcast> {
  const active = pagesOf<{ pk: string; sk: string }>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :active',
    ExpressionAttributeValues: { ':active': ACTIVE_PARTITION },
    ProjectionExpression: 'pk, sk',
    Limit: PAGE,
  });
  for await (const keys of active) {
    const items = await getMany(table, keys, table);
    yield* (items as unknown as BroadcastItem[]).map(toBroadcast);
  }
}
