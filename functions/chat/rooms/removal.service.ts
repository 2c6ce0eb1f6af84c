/** What is taken away from a chat, and which words never come into it. */
import type { HeldWords } from '../../../shared/community/rooms.ts';
import { acting, mustHappen, mustNotOutrank } from './acting.service.ts';
import type { RoomsPorts } from './ports.ts';
import { announceRoom } from './rooms.service.ts';

/**
 * Takes a message from the history and from open pages. One that is gone is announced again, for whoever died between the
 * two. Throws `forbidden`.
 */
export async function removeMessage(
  ports: RoomsPorts,
  callerId: string,
  channelId: string,
  id: string,
): Promise<void> {
  const { rooms, messages, announce } = ports;
  const act = await acting(ports, callerId, channelId);
  const authorId = await messages.authorOf(channelId, id);
  if (authorId !== null) {
    await mustNotOutrank(ports, act, authorId);
    await mustHappen(rooms.removeMessage(act, { id, authorId }));
  }
  await announce(channelId, { type: 'removed', ids: [id] });
  if ((await rooms.find(channelId)).pinnedId === id) await announceRoom(ports, channelId);
}

/** Takes away all that was said so far. Throws `forbidden`. */
export async function clearChat(ports: RoomsPorts, callerId: string, channelId: string): Promise<void> {
  const act = await acting(ports, callerId, channelId);
  const before = ports.lastIdAt(ports.clock());
  await mustHappen(ports.rooms.clear(act, before));
  await ports.announce(channelId, { type: 'cleared', before });
  await announceRoom(ports, channelId);
}

/** Which words are held back: what a viewer need not know. Throws `forbidden`. */
export async function listWords(ports: RoomsPorts, callerId: string, channelId: string): Promise<HeldWords> {
  await acting(ports, callerId, channelId);
  return { words: [...(await ports.rooms.words(channelId))] };
}

/** Holds these words back, and no others. Throws `forbidden`. */
export async function setWords(
  ports: RoomsPorts,
  callerId: string,
  channelId: string,
  words: readonly string[],
): Promise<HeldWords> {
  const act = await acting(ports, callerId, channelId);
  const different = [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
  await mustHappen(ports.rooms.setWords(act, different));
  return { words: different };
}
