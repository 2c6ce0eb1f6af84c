import { CAMERA_SLOT_SILENCE_MS } from '#shared/limits.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryAll, queryPage } from '#functions/aws/table/read-items.ts';
import { readEach } from '#functions/log/each-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ofVersion, putItem, updateItem } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import type { Authorized } from '#functions/base/authorized.ts';
import type { Broadcast, Checkpoint, FilmsWork } from '../broadcast.ts';
import { liveCaptionReads } from './live-captions.repository.ts';
import { broadcastReads } from './broadcast-reads.repository.ts';
import {
  ACTIVE_PARTITION,
  workExpiresAt,
  type BroadcastItem,
  broadcastKey,
  filmsKey,
  latestKey,
  slotKey,
  SLOTS_PARTITION,
  toBroadcast,
} from './broadcast.item.ts';
import { broadcastTransitions } from './broadcast-transitions.repository.ts';
import { chunksRepository } from './chunks.repository.ts';
import { jobsRepository } from './jobs.repository.ts';
import { rowsByTime } from './rows-by-time.repository.ts';
import type { BroadcastsTable } from './rows.repository.ts';
import { segmentsRepository } from './segments.repository.ts';
import { windowsRepository } from './windows.repository.ts';

const PAGE = 100;

/** Broadcasts from the camera; see `broadcast.item.ts` for the keys. Reads see every write before them. */
export function broadcastsRepository(plainTable: Table) {
  const table: BroadcastsTable = { ...plainTable, isConsistent: true };
  const reads = broadcastReads(table);
  return {
    ...reads,
    findLatest: async (channelId: string): Promise<Broadcast | null> => {
      const latest = await getItem(table, latestKey(channelId));
      return latest ? reads.find(String(latest['broadcast_id'])) : null;
    },
    /** The ids of active broadcasts, also ended ones with later chunks. Eventually consistent. */
    listActive: async (): Promise<string[]> => {
      const active = await queryAll<{ gsi1sk: string }>(table, {
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :active',
        ExpressionAttributeValues: { ':active': ACTIVE_PARTITION },
        ProjectionExpression: 'gsi1sk',
      });
      return active.map(({ gsi1sk: id }) => id);
    },
    /** Reads each page shortly before its use. */
    findActive: async function* (ids: readonly string[]): AsyncGenerator<Broadcast> {
      for (let from = 0; from < ids.length; from += PAGE) {
        const keys = ids.slice(from, from + PAGE).map(broadcastKey);
        const items = await getMany<BroadcastItem>(table, keys, table);
        yield* await readEach(items, 'broadcasts.tick', toBroadcast);
      }
    },
    ...broadcastTransitions(table),
    ...slotsRepository(table),
    ...fieldUpdates(table),
    ...chunksRepository(table),
    ...segmentsRepository(table),
    ...rowsByTime(table),
    ...filmsRepository(table),
    ...jobsRepository(table),
    ...windowsRepository(table),
    ...liveCaptionReads(table),
  };
}

export type BroadcastsRepository = ReturnType<typeof broadcastsRepository>;

const fieldUpdates = (table: BroadcastsTable) => ({
  /** Sets the number of recorded chunks of an ended broadcast; a lower number changes nothing. */
  setChunkCount: async ({ id }: Authorized<Broadcast>, chunk_count: number): Promise<void> => {
    const isMore = 'attribute_not_exists(chunk_count) OR chunk_count < :chunk_count';
    const condition = { if: `attribute_exists(ended_at_ms) AND (${isMore})` };
    await updateItem(table, broadcastKey(id), { chunk_count }, condition);
  },
  /** Moves only forward. */
  setCheckpoint: async (id: string, checkpoint: Checkpoint): Promise<void> => {
    const isLater = 'attribute_not_exists(checkpoint_from) OR checkpoint_from < :checkpoint_from';
    const fields = { checkpoint: JSON.stringify(checkpoint), checkpoint_from: checkpoint.fromNumber };
    await updateItem(table, broadcastKey(id), fields, { if: `attribute_exists(pk) AND (${isLater})` });
  },
  setWindowMs: async (id: string, window_ms: number): Promise<void> => {
    await updateItem(table, broadcastKey(id), { window_ms }, { if: 'attribute_exists(pk)' });
  },
});

/** The row expires after this time, in case the broadcast is never ended. */
const KEPT_S = 60 * 60;

/** The slots of broadcasts that need jobs, a row each; see `broadcast.item.ts` for the keys. */
export const slotsRepository = (table: Table) => ({
  /** A chunk arrived at `atMs`: the broadcast has a slot until none has arrived for a while. */
  renewSlot: async (id: string, atMs: number): Promise<void> => {
    const expires_at = seconds(atMs) + KEPT_S;
    await putItem(table, { ...slotKey(id), heard_at_ms: atMs, expires_at });
  },
  countActive: async (nowMs: number): Promise<number> => {
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

/** The progress of films of direct broadcasts; see `broadcast.item.ts` for the keys. */
const filmsRepository = (table: BroadcastsTable) => ({
  readFilms: async (id: string): Promise<FilmsWork | null> => {
    const item = await getItem<FilmsItem>(table, filmsKey(id), table);
    return item ? (JSON.parse(item.films) as FilmsWork) : null;
  },
  /** False if the stored work is no longer the known one. */
  replaceFilms: (id: string, known: FilmsWork | null, next: FilmsWork): Promise<boolean> => {
    const item: FilmsItem = { version: next.version, films: JSON.stringify(next) };
    const stored = { ...filmsKey(id), ...item, expires_at: workExpiresAt(Date.now()) };
    return putItem(table, stored, ofVersion(known?.version ?? 0));
  },
});
