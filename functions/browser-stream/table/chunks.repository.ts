import { chunkSortKey } from './broadcast.item.ts';
import { changeWay } from './broadcast.transitions.ts';
import type { StoredChunk } from '../broadcast.ts';
import type { ChunkRows } from '../ports/broadcasts.ts';
import { addRow, afterAll, firstRows, listRows, type BroadcastsTable } from './rows.repository.ts';

interface ChunkItem {
  readonly seq: number;
  readonly size_bytes: number;
  readonly arrived_at_ms: number;
}

/** The chunks of broadcasts that are stored; see `broadcast.item.ts` for the keys. */
export const chunksRepository = (table: BroadcastsTable): ChunkRows => ({
  addChunk: (id, chunk) => addChunk(table, id, chunk),
  changeWay: (id, change) => changeWay(table, id, change),
  listChunks: async (id, fromSeq, toSeq) => {
    const to = toSeq === undefined ? afterAll('CHUNK#') : chunkSortKey(toSeq);
    if (toSeq !== undefined && toSeq < fromSeq) return [];
    const items = await listRows<ChunkItem>(table, id, chunkSortKey(fromSeq), to);
    return items.map(toChunk);
  },
});

/** The last, in order. */
export async function latestChunks(
  table: BroadcastsTable,
  id: string,
  limit: number,
): Promise<StoredChunk[]> {
  const range = [chunkSortKey(0), afterAll('CHUNK#')] as const;
  const items = await firstRows<ChunkItem>(table, id, ...range, { limit, isBackwards: true });
  return items.toReversed().map(toChunk);
}

const toChunk = ({ seq, size_bytes, arrived_at_ms }: ChunkItem): StoredChunk => ({
  seq,
  sizeBytes: size_bytes,
  arrivedAtMs: arrived_at_ms,
});

function addChunk(table: BroadcastsTable, id: string, { seq, sizeBytes, arrivedAtMs }: StoredChunk) {
  const item: ChunkItem = { seq, size_bytes: sizeBytes, arrived_at_ms: arrivedAtMs };
  const heard = { assignments: ['heard_at_ms = :heard'], values: { ':heard': arrivedAtMs } };
  return addRow(table, id, 'chunks', () => ({ ...item, sk: chunkSortKey(seq) }), heard);
}
