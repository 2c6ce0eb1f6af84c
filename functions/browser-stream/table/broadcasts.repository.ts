import { CAMERA_SLOT_SILENCE_MS } from '../../../shared/limits.ts';
import { getItem } from '../../aws/table/get-item.ts';
import { getMany, pagesOf, queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { ofVersion } from '../../aws/table/write-expressions.ts';
import { putItem, updateItem } from '../../aws/table/write-items.ts';
import { seconds } from '../../base/seconds.ts';
import { showLivePicture } from '../../channels/live-picture.ts';
import { type Broadcast, type FilmsWork, livePlaylistUrl } from '../broadcast.ts';
import type { IntakeRows, ProcessingRows } from '../ports.ts';
import type { BroadcastLife, BroadcastUpkeep, Slots } from '../ports/broadcasts.ts';
import type { FilmRows } from '../ports/work.ts';
import { broadcastReads } from './broadcast-reads.repository.ts';
import { ACTIVE_PARTITION, afterWork, type BroadcastItem, broadcastKey, filmsKey, latestKey, slotKey, SLOTS_PARTITION, toBroadcast } from './broadcast.item.ts';
import { changeBroadcast, endBroadcast, finishBroadcast, setReceiving, startBroadcast } from './broadcast.transitions.ts';
import { chunksRepository } from './chunks.repository.ts';
import { claimsRepository } from './claims.repository.ts';
import { jobsRepository } from './jobs.repository.ts';
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

/** The row of one that nobody has ended is forgotten some time later. */
const KEPT_S = 60 * 60;

/** Who takes jobs at the moment, a row each; see `broadcast.item.ts` for the keys. There are never many. */
export const slotsRepository = (table: Table): Slots => ({
  takeSlot: async (id, atMs) => {
    const expires_at = seconds(atMs) + KEPT_S;
    await putItem(table, { ...slotKey(id), heard_at_ms: atMs, expires_at });
  },
  countActive: async (nowMs) => {
    const { items } = await queryPage(table, {
      KeyConditionExpression: 'pk = :slots',
      FilterExpression: 'heard_at_ms > :since',
      ExpressionAttributeValues: { ':slots': SLOTS_PARTITION, ':since': nowMs - CAMERA_SLOT_SILENCE_MS },
      ProjectionExpression: 'sk',
      ConsistentRead: true,
    });
    return items.length;
  },
});

interface FilmsItem {
  readonly version: number;
  /** `FilmsWork` as JSON. */
  readonly films: string;
}

/** How far the films of direct broadcasts are written; see `broadcast.item.ts` for the keys. */
const filmsRepository = (table: BroadcastsTable): FilmRows => ({
  readFilms: async (id) => {
    const item = await getItem<FilmsItem>(table, filmsKey(id), table);
    return item ? (JSON.parse(item.films) as FilmsWork) : null;
  },
  replaceFilms: (id, known, next) => {
    const item: FilmsItem = { version: next.version, films: JSON.stringify(next) };
    const stored = { ...filmsKey(id), ...item, expires_at: afterWork(Date.now()) };
    return putItem(table, stored, ofVersion(known?.version ?? 0));
  },
});
