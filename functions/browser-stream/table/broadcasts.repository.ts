import { getItem } from '../../aws/table/get-item.ts';
import { getMany, pagesOf } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { updateItem } from '../../aws/table/write-items.ts';
import { showLivePicture } from '../../channels/live-picture.ts';
import { broadcastReads } from './broadcast-reads.repository.ts';
import {
  ACTIVE_PARTITION,
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
import { slotsRepository } from './slots.repository.ts';
import type { IntakeRows, ProcessingRows } from '../ports.ts';
import type { BroadcastLife, BroadcastUpkeep } from '../ports/broadcasts.ts';
import type { BroadcastsTable } from './rows.repository.ts';
import { segmentsRepository } from './segments.repository.ts';
import { windowsRepository } from './windows.repository.ts';

const PAGE = 100;

/** All that is kept of broadcasts. */
export type BroadcastsRepository = IntakeRows & ProcessingRows;

/** Broadcasts from the camera; see `broadcast.item.ts` for the keys. Reads see every write before them. */
export function broadcastsRepository(plainTable: Table): BroadcastsRepository {
  const table: BroadcastsTable = { ...plainTable, isConsistent: true };
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
    ...slotsRepository(table),
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
const numbers = (
  table: BroadcastsTable,
): Pick<BroadcastLife & BroadcastUpkeep, 'setChunkCount' | 'setCheckpoint' | 'setWindowMs'> => ({
  setChunkCount: async ({ id }, chunk_count) => {
    const isMore = 'attribute_not_exists(chunk_count) OR chunk_count < :chunk_count';
    const condition = { if: `attribute_exists(ended_at_ms) AND (${isMore})` };
    await updateItem(table, broadcastKey(id), { chunk_count }, condition);
  },
  setCheckpoint: async (id, checkpoint) => {
    const isLater = 'attribute_not_exists(checkpoint_from) OR checkpoint_from < :checkpoint_from';
    const fields = { checkpoint: JSON.stringify(checkpoint), checkpoint_from: checkpoint.fromNumber };
    await updateItem(table, broadcastKey(id), fields, { if: `attribute_exists(pk) AND (${isLater})` });
  },
  setWindowMs: async (id, window_ms) => {
    await updateItem(table, broadcastKey(id), { window_ms }, { if: 'attribute_exists(pk)' });
  },
});

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
    yield* (await getMany<BroadcastItem>(table, keys, table)).map(toBroadcast);
  }
}
