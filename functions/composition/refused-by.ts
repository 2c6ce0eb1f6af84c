import { getMany } from '../aws/table/read-items.ts';
import type { Table } from '../aws/table/table.ts';
import { findRefusedAuthors } from '../chat/rooms/refused-authors.ts';

/** Whether a person refuses words of each author. Eventually consistent. */
export const refusedBy =
  (table: Table) =>
  async (personId: string, authorIds: readonly string[]): Promise<(authorId: string) => boolean> => {
    const words = authorIds.map((authorId) => ({ channelId: personId, authorId }));
    const refusalOf = await findRefusedAuthors((keys) => getMany(table, keys), words, Date.now());
    return (authorId) => refusalOf({ channelId: personId, authorId }) !== null;
  };
