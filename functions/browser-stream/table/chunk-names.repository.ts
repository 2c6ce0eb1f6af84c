import { HIGH_CONTENTION_ATTEMPTS, WriteConflictError, retryOnConflict } from '../../aws/retry.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table } from '../../aws/table/table.ts';
import { ofVersion } from '../../aws/table/write-expressions.ts';
import { putItem } from '../../aws/table/write-items.ts';
import { afterWork, namesKey } from './broadcast.item.ts';
import type { ChunkNames, NamedChunk } from '../ports/broadcasts.ts';

interface NamesItem {
  /** As JSON, without names: `[atMs, seq]`. */
  readonly names: string;
  readonly version: number;
}

/** Which chunk was made when, for recorders that do not number them; see `broadcast.item.ts` for the keys. */
export const chunkNamesRepository = (table: Table): ChunkNames => ({
  update: (id, change) => retryOnConflict(() => tryUpdate(table, id, change), HIGH_CONTENTION_ATTEMPTS),
});

/** Throws `WriteConflictError` when another chunk came between reading and writing. */
async function tryUpdate(
  table: Table,
  id: string,
  change: (known: readonly NamedChunk[]) => readonly NamedChunk[] | null,
): Promise<void> {
  const key = namesKey(id);
  const { names = '[]', version = 0 } = (await getItem<NamesItem>(table, key)) ?? {};
  const known = (JSON.parse(names) as [number, number][]).map(([atMs, seq]) => ({ atMs, seq }));
  const next = change(known);
  if (!next) return;
  const item: NamesItem = {
    names: JSON.stringify(next.map(({ atMs, seq }) => [atMs, seq])),
    version: version + 1,
  };
  const isPut = await putItem(
    table,
    { ...key, ...item, expires_at: afterWork(Date.now()) },
    ofVersion(version),
  );
  if (!isPut) throw new WriteConflictError('Another chunk has come');
}
