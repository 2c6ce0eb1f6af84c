import { getItem } from '../../aws/table/get-item.ts';
import { ofVersion } from '../../aws/table/write-expressions.ts';
import { putItem } from '../../aws/table/write-items.ts';
import type { FilmsWork } from '../broadcast.ts';
import type { FilmRows } from '../ports/work.ts';
import { afterWork, filmsKey } from './broadcast.item.ts';
import type { BroadcastsTable } from './rows.repository.ts';

interface FilmsItem {
  readonly version: number;
  /** `FilmsWork` as JSON. */
  readonly films: string;
}

/** How far the films of direct broadcasts are written; see `broadcast.item.ts` for the keys. */
export const filmsRepository = (table: BroadcastsTable): FilmRows => ({
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
