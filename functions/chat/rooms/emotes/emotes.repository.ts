import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment, ofVersion, transact } from '#functions/aws/table/write-items.ts';
import { denialKeys } from '#functions/denied-media/index.ts';
import { emotesKey, type EmotesItem, type StoredEmote } from '../room.item.ts';

const NONE: EmotesItem = { emotes: [], version: 0 };

export const readEmotes = async (table: Table, channelId: string, isConsistent = true): Promise<EmotesItem> =>
  (await getItem<EmotesItem>(table, emotesKey(channelId), { isConsistent })) ?? NONE;

/** Fails if others have changed the emotes since `version`. */
export const emotesWrite = (
  table: Table,
  channelId: string,
  { version }: EmotesItem,
  emotes: readonly StoredEmote[],
): Write => ({
  Update: assignment(table, emotesKey(channelId), { emotes, version: version + 1 }, ofVersion(version)),
});

export type EmotesRepository = ReturnType<typeof emotesRepository>;

export const emotesRepository = (table: Table) => ({
  /** Eventually consistent. */
  list: async (channelId: string): Promise<readonly StoredEmote[]> =>
    (await readEmotes(table, channelId, false)).emotes,
  read: (channelId: string): Promise<EmotesItem> => readEmotes(table, channelId),
  /** False if others have changed the emotes since. */
  replace: (channelId: string, before: EmotesItem, emotes: readonly StoredEmote[]): Promise<boolean> =>
    transact(table, [emotesWrite(table, channelId, before, emotes)]),
  /** Whether the site's moderators have removed an emote with this picture. */
  isDenied: async (channelId: string, id: string): Promise<boolean> =>
    (await getItem<{ readonly is_denied: boolean }>(table, denialKeys.emote(channelId, id)))?.is_denied ===
    true,
});
