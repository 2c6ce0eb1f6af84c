import type { HeldWords } from '../../../shared/community/rooms.ts';
import { lastIdOf } from '../../base/ids-of-moment.ts';
import { requireApplied, requireModerator } from './permissions.service.ts';
import { publishRoom, type RoomsDeps } from './rooms.service.ts';

/** Throws `forbidden`. */
export async function clearChat(deps: RoomsDeps, callerId: string, channelId: string): Promise<void> {
  const actor = await requireModerator(deps, callerId, channelId);
  const before = lastIdOf(deps.clock());
  await requireApplied(deps.rooms.clear(actor, before));
  await deps.publish(channelId, { type: 'cleared', before });
  await publishRoom(deps, channelId);
}

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
