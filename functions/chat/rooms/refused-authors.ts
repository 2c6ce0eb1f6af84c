import { getMany } from '#functions/aws/table/read-items.ts';
import type { Key, Table } from '#functions/aws/table/table.ts';
import { hiddenKey } from '#functions/hidden-people/index.ts';
import { BAN, currentSanction, moderatorKey, sanctionKey } from './room.item.ts';
import type { RoomSanction } from './room.ts';

/** An author's text that a channel shows, or that its streamer is notified of. */
export interface Authorship {
  readonly channelId: string;
  readonly authorId: string;
}

interface FoundItem {
  readonly pk: string;
  readonly sk: string;
  readonly until_ms?: number;
}

/** Reads those of the items that exist, at least these attributes and their keys. */
type ReadItems = (keys: readonly Key[]) => Promise<readonly FoundItem[]>;
export const REFUSAL_ATTRIBUTES = ['until_ms'] as const;

const nameOf = ({ pk, sk }: { readonly pk: string; readonly sk: string }): string => `${pk} ${sk}`;

/**
 * Returns which authors may not put words before which streamers, by the rule of `permissionsOf`: the chat has timed them
 * out or banned them, or the streamer has blocked them and they do not moderate. Reads two items of each pair.
 */
export async function findRefusedAuthors(read: ReadItems, words: readonly Authorship[], nowMs: number) {
  const pairs = words
    .filter(({ channelId, authorId }) => channelId !== authorId)
    .map(({ channelId, authorId }) => ({
      sanction: sanctionKey(channelId, authorId),
      block: hiddenKey(channelId, authorId),
      role: moderatorKey(channelId, authorId),
    }));
  const items = await read(pairs.flatMap(({ sanction, block }) => [sanction, block]));
  const found = new Map(items.map((item) => [nameOf(item), item]));
  const blocked = pairs.filter(({ block }) => found.has(nameOf(block)));
  const moderators = new Set((await read(blocked.map(({ role }) => role))).map(nameOf));
  return ({ channelId, authorId }: Authorship): RoomSanction | null => {
    const isBlocked = found.has(nameOf(hiddenKey(channelId, authorId)));
    if (isBlocked && !moderators.has(nameOf(moderatorKey(channelId, authorId)))) return BAN;
    return currentSanction(found.get(nameOf(sanctionKey(channelId, authorId))), nowMs);
  };
}

/** `findRefusedAuthors` by batch reads. Eventually consistent. */
export const refusalsIn = (table: Table) => (words: readonly Authorship[]) =>
  findRefusedAuthors((keys) => getMany(table, keys), words, Date.now());
