import type { ChatRoom } from '../../shared/rooms.ts';
import { notFound } from '../base/errors.ts';
import type { RoomsPorts } from './ports.ts';

/** How a channel's chat is led, as everybody may know. Throws `not_found`. */
export async function getRoom(ports: RoomsPorts, channelId: string): Promise<ChatRoom> {
  const [channel, { pinnedId, ...room }] = await Promise.all([
    ports.channels.findById(channelId),
    ports.rooms.find(channelId),
  ]);
  if (!channel) throw notFound('Channel');
  const pinned = pinnedId === undefined ? null : await ports.messages.find(channelId, pinnedId);
  return { ...room, pinned };
}
