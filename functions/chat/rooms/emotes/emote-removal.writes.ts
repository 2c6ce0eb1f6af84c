/** The site's moderators remove an emote, and restore it. */
import { MAX_EMOTES } from '#shared/limits.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { denialKeys, denialWrites } from '#functions/denied-media/index.ts';
import type { StoredEmote } from '../room.item.ts';
import { emotesWrite, readEmotes } from './emotes.repository.ts';

interface EmoteChange {
  readonly emote: StoredEmote | undefined;
  readonly writes: readonly Write[];
}

/** Its picture is not delivered either. */
export async function withdrawEmote(table: Table, channelId: string, id: string): Promise<EmoteChange> {
  const before = await readEmotes(table, channelId);
  const emote = before.emotes.find((one) => one.id === id);
  const others = before.emotes.filter((one) => one !== emote);
  const writes = emote ? [emotesWrite(table, channelId, before, others)] : [];
  return { emote, writes: [...writes, ...denial(table, channelId, id, true)] };
}

/** Not where its code has become another's, or the channel has too many: then its picture alone is allowed again. */
export async function restoreEmote(
  table: Table,
  channelId: string,
  id: string,
  removed: unknown,
): Promise<readonly Write[]> {
  const before = await readEmotes(table, channelId);
  const emote = removed as StoredEmote | undefined;
  const isPossible =
    emote &&
    before.emotes.length < MAX_EMOTES &&
    before.emotes.every((one) => one.code !== emote.code && one.id !== emote.id);
  const writes = isPossible ? [emotesWrite(table, channelId, before, [...before.emotes, emote])] : [];
  return [...writes, ...denial(table, channelId, id, false)];
}

const denial = (table: Table, channelId: string, id: string, isDenied: boolean): Write[] =>
  denialWrites(table, denialKeys.emote(channelId, id), { keys: [id], isDenied, nowMs: Date.now() });
