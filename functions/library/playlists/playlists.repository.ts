import { MAX_PLAYLISTS } from '#shared/limits.ts';
import { DAY_MS, isoTime } from '#shared/plain/time.ts';
import { ULID } from '#shared/plain/ulid.ts';
import { retryOnConflict, WriteConflictError } from '#functions/aws/retry.ts';
import { decodeCursor, encodeCursor, readPage } from '#functions/aws/table/cursor.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, pagesOf } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import {
  ABSENT,
  addition,
  assignment,
  ofVersion,
  putInput,
  transact,
} from '#functions/aws/table/write-items.ts';
import type { AccountStep } from '#functions/base/account-step.ts';
import { eachInTime } from '#functions/base/async/at-once.ts';
import type { Authorized } from '#functions/base/authorized.ts';
import type { PageRequest } from '#functions/base/page.ts';
import { seconds } from '#functions/base/seconds.ts';
import { savedKey } from '../library.item.ts';
import {
  type EntriesItem,
  entriesKey,
  ownList,
  playlistItem,
  type PlaylistItem,
  playlistKey,
  publicKeys,
  publicList,
  usedKey,
  type UsedKeyItem,
} from './playlist.item.ts';

/** How many entries precede the page, and for the owner the last of them, which may have moved since. */
const PLACE = new RegExp(`^\\d{1,3}#([vc]${ULID})?$`);

/** How long idempotency keys are kept. */
const KEPT_MS = 2 * DAY_MS;

export type PlaylistsRepository = ReturnType<typeof playlistsRepository>;

/** See `playlist.item.ts` for the keys. */
export const playlistsRepository = (table: Table) => ({
  find: (id: string, isConsistent = true): Promise<PlaylistItem | undefined> =>
    getItem<PlaylistItem>(table, playlistKey(id), { isConsistent }),
  findByKey: async (personId: string, key: string): Promise<string | undefined> =>
    (await getItem<UsedKeyItem>(table, usedKey(personId, key)))?.playlist_id,
  /** All of them; none of a playlist that is deleted. */
  allEntries: (id: string) => readEntries(table, id, true),
  /** A page in the owner's order: consistent for them, eventually consistent for others. */
  listEntries: async (id: string, page: PageRequest, isOwn: boolean) =>
    pageOf(await readEntries(table, id, isOwn), page, isOwn),
  /** Which of these playlists contain an entry; eventually consistent. */
  having: async (ids: readonly string[], entry: string): Promise<ReadonlySet<string>> => {
    const found = await getMany<EntriesItem>(table, ids.map(entriesKey));
    const holders = new Set(found.filter(({ entries }) => entries.includes(entry)).map(({ pk }) => pk));
    return new Set(ids.filter((id) => holders.has(entriesKey(id).pk)));
  },
  /** Newest first; eventually consistent. */
  listOwn: (personId: string, page: PageRequest) => readPage<PlaylistItem>(table, ownList(personId), page),
  listPublic: (personId: string, page: PageRequest) =>
    readPage<PlaylistItem>(table, publicList(personId), page),
  /** False if the person has too many, or the key was used meanwhile. */
  create: (item: PlaylistItem, key: string | undefined, nowMs: number): Promise<boolean> => {
    const used = key !== undefined && {
      ...usedKey(item.owner_id, key),
      playlist_id: item.id,
      expires_at: seconds(nowMs + KEPT_MS),
    };
    return transact(table, [
      { Put: putInput(table, playlistItem(item), ABSENT) },
      {
        Put: putInput(
          table,
          { ...entriesKey(item.id), owner_id: item.owner_id, entries: [], version: 1 },
          ABSENT,
        ),
      },
      { Update: addition(table, savedKey(item.owner_id), { playlists: 1 }, HAS_ROOM) },
      ...(used ? [{ Put: putInput(table, used, ABSENT) }] : []),
    ]);
  },
  /** `null` if it is deleted. */
  change: async (
    { id }: Authorized<PlaylistItem>,
    fields: Partial<Pick<PlaylistItem, 'title' | 'description' | 'visibility'>>,
    nowMs: number,
  ): Promise<PlaylistItem | null> =>
    retryOnConflict(() =>
      changePlaylist(table, id, { ...fields, updated_at: isoTime(nowMs) }, async (Update) => {
        if (!(await transact(table, [{ Update }]))) throw new WriteConflictError('The playlist has changed');
      }),
    ),
  /** May be repeated. */
  remove: ({ id, owner_id }: Authorized<PlaylistItem>): Promise<void> => removePlaylist(table, id, owner_id),
  /**
   * Replaces the entries by what `change` makes of the present ones; `null` keeps them. Requests that change them at the same
   * time follow one another, so none loses what another has done. False if the playlist is deleted.
   */
  changeEntries: (
    { id }: Authorized<PlaylistItem>,
    change: (entries: readonly string[]) => readonly string[] | null,
    nowMs: number,
  ): Promise<boolean> =>
    retryOnConflict(async () => {
      const known = await getItem<EntriesItem>(table, entriesKey(id));
      if (!known) return false;
      const entries = change(known.entries);
      if (!entries) return true;
      const Item = { ...known, entries, version: known.version + 1 };
      const facts = { count: entries.length, cover: entries[0], updated_at: isoTime(nowMs) };
      const isWritten = await transact(table, [
        { Put: putInput(table, Item, ofVersion(known.version)) },
        { Update: assignment(table, playlistKey(id), facts, EXISTS) },
      ]);
      if (!isWritten) throw new WriteConflictError('The entries have changed');
      return true;
    }, ENTRY_ATTEMPTS),
});

function pageOf(entries: readonly string[], { limit, cursor }: PageRequest, isOwn: boolean) {
  const start = cursor === undefined ? 0 : startOf(entries, decodeCursor(cursor, PLACE));
  const end = start + limit;
  // Cursors of others name no entry, because it may be one that they do not see.
  const last = isOwn ? (entries[end - 1] ?? '') : '';
  const next = end < entries.length ? encodeCursor(`${end}#${last}`) : undefined;
  return { items: entries.slice(start, end), next };
}

function startOf(entries: readonly string[], place: string): number {
  const [count = '', last = ''] = place.split('#');
  const at = entries.indexOf(last);
  return at === -1 ? Number(count) : at + 1;
}

const readEntries = async (table: Table, id: string, isConsistent: boolean): Promise<readonly string[]> =>
  (await getItem<EntriesItem>(table, entriesKey(id), { isConsistent }))?.entries ?? [];

/** Two tabs, or a person who saves in a hurry. */
const ENTRY_ATTEMPTS = 10;

const EXISTS = { if: 'attribute_exists(pk)' };

const HAS_ROOM = {
  if: 'attribute_not_exists(playlists) OR playlists < :max',
  values: { ':max': MAX_PLAYLISTS },
};

/**
 * Keeps it in the public list as its visibility and the moderators want it; `write` fails if either has changed since.
 * `null`, without a write, if it is deleted.
 */
export async function changePlaylist(
  table: Table,
  id: string,
  fields: Partial<PlaylistItem>,
  write: (update: ReturnType<typeof assignment>) => Promise<void>,
): Promise<PlaylistItem | null> {
  const known = await getItem<PlaylistItem>(table, playlistKey(id));
  if (!known) return null;
  const next = { ...known, ...fields };
  const isSame = {
    if: `visibility = :known AND ${known.is_removed ? 'is_removed = :true' : 'attribute_not_exists(is_removed)'}`,
    values: { ':known': known.visibility, ...(known.is_removed && { ':true': true }) },
  };
  await write(assignment(table, playlistKey(id), { ...fields, ...publicKeys(next) }, isSame));
  return next;
}

async function removePlaylist(table: Table, id: string, ownerId: string): Promise<void> {
  const { TableName } = table;
  const writes: Write[] = [
    { Delete: { TableName, Key: playlistKey(id), ConditionExpression: EXISTS.if } },
    { Delete: { TableName, Key: entriesKey(id) } },
    { Update: addition(table, savedKey(ownerId), { playlists: -1 }) },
  ];
  await transact(table, writes);
}

/** Deletes all of a person's playlists, each with its entries at once. */
export const deletePlaylists =
  (table: Table): AccountStep =>
  ({ id, hasTime }) => {
    const { index, partition } = ownList(id);
    const own = pagesOf<PlaylistItem>(table, {
      IndexName: index,
      KeyConditionExpression: 'gsi1pk = :own',
      ExpressionAttributeValues: { ':own': partition },
    });
    return eachInTime(own, { hasTime }, (item) => removePlaylist(table, item.id, id));
  };
