import { HIGH_CONTENTION_ATTEMPTS, retryOnConflict, WriteConflictError } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ofVersion, putItem } from '#functions/aws/table/write-items.ts';
import type { StoredChunk } from '../broadcast.ts';
import { workExpiresAt, chunkSortKey, namesKey } from './broadcast.item.ts';
import { addRow, endOfPrefix, type BroadcastsTable, firstRows, listRows } from './rows.repository.ts';

interface ChunkItem {
  readonly seq: number;
  readonly size_bytes: number;
  readonly arrived_at_ms: number;
  /** Missing for the first recording. */
  readonly recording_seq?: number;
  readonly recording_ms?: number;
}

/** The stored chunks of broadcasts; see `broadcast.item.ts` for the keys. */
export const chunksRepository = (table: BroadcastsTable) => ({
  /** False if it already exists. */
  addChunk: async (id: string, chunk: StoredChunk): Promise<boolean> => {
    const { seq, sizeBytes, arrivedAtMs, recording } = chunk;
    const item: ChunkItem = {
      seq,
      size_bytes: sizeBytes,
      arrived_at_ms: arrivedAtMs,
      ...(recording && { recording_seq: recording.fromSeq, recording_ms: recording.fromMs }),
    };
    const arrival = { assignments: ['heard_at_ms = :heard'], values: { ':heard': arrivedAtMs } };
    const rowNow = () => ({ ...item, sk: chunkSortKey(seq) });
    return (await addRow(table, id, 'chunks', rowNow, arrival)) === 'added';
  },
  /** From `fromSeq` to `toSeq`, both included, in order. */
  listChunks: async (id: string, fromSeq: number, toSeq?: number): Promise<StoredChunk[]> => {
    const to = toSeq === undefined ? endOfPrefix('CHUNK#') : chunkSortKey(toSeq);
    if (toSeq !== undefined && toSeq < fromSeq) return [];
    const items = await listRows<ChunkItem>(table, id, chunkSortKey(fromSeq), to);
    return items.map(toChunk);
  },
});

export async function latestChunks(
  table: BroadcastsTable,
  id: string,
  limit: number,
): Promise<StoredChunk[]> {
  const range = [chunkSortKey(0), endOfPrefix('CHUNK#')] as const;
  const items = await firstRows<ChunkItem>(table, id, ...range, { limit, isBackwards: true });
  return items.toReversed().map(toChunk);
}

const toChunk = ({ seq, ...item }: ChunkItem): StoredChunk => ({
  seq,
  sizeBytes: item.size_bytes,
  arrivedAtMs: item.arrived_at_ms,
  ...(item.recording_seq !== undefined && {
    recording: { fromSeq: item.recording_seq, fromMs: item.recording_ms ?? 0 },
  }),
});

/** A chunk that was sent with the time of its recording instead of a number. */
export interface NamedChunk {
  readonly atMs: number;
  readonly seq: number;
}

export type ChunkNamesRepository = ReturnType<typeof chunkNamesRepository>;

interface NamesItem {
  /** As JSON, without names: `[atMs, seq]`. */
  readonly names: string;
  readonly version: number;
}

/** The recording times of chunks, for recorders that do not number them; see `broadcast.item.ts` for the keys. */
export const chunkNamesRepository = (table: Table) => ({
  /** Replaces the latest chunks in order of time; `null` changes nothing. `change` is called again after a conflict. */
  update: (
    id: string,
    change: (known: readonly NamedChunk[]) => readonly NamedChunk[] | null,
  ): Promise<void> =>
    retryOnConflict(async () => {
      const key = namesKey(id);
      const { names = '[]', version = 0 } = (await getItem<NamesItem>(table, key)) ?? {};
      const known = (JSON.parse(names) as [number, number][]).map(([atMs, seq]) => ({ atMs, seq }));
      const next = change(known);
      if (!next) return;
      const pairs = JSON.stringify(next.map(({ atMs, seq }) => [atMs, seq]));
      const item: NamesItem = { names: pairs, version: version + 1 };
      const stored = { ...key, ...item, expires_at: workExpiresAt(Date.now()) };
      if (!(await putItem(table, stored, ofVersion(version))))
        throw new WriteConflictError('Another chunk was stored between the read and the write');
    }, HIGH_CONTENTION_ATTEMPTS),
});
