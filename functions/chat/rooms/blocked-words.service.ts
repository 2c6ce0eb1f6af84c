import type { HeldWords } from '#shared/community/rooms.ts';
import { requireApplied, requireModerator } from './permissions.service.ts';
import type { RoomsDeps } from './rooms.service.ts';

/** Throws `forbidden`, because viewers must not see the words. */
export async function listBlockedWords(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
): Promise<HeldWords> {
  await requireModerator(deps, callerId, channelId);
  return { words: [...(await deps.rooms.blockedWords(channelId))] };
}

/** Throws `forbidden`. */
export async function setBlockedWords(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
  words: readonly string[],
): Promise<HeldWords> {
  const actor = await requireModerator(deps, callerId, channelId);
  const distinct = [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
  await requireApplied(deps.rooms.setBlockedWords(actor, distinct));
  return { words: distinct };
}
