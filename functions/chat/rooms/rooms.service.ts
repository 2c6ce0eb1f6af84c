import type { ChatRoom, OwnPlace, RoomMode } from '../../../shared/community/rooms.ts';
import { notFound } from '../../base/errors.ts';
import { acting, mustHappen } from './acting.service.ts';
import type { Room, RoomsPorts } from './ports.ts';

/** How a channel's chat is led, as everybody may know. Throws `not_found`. */
export async function getRoom(
  ports: Pick<RoomsPorts, 'rooms' | 'messages' | 'channels'>,
  channelId: string,
): Promise<ChatRoom> {
  const [channel, room] = await Promise.all([
    ports.channels.findById(channelId),
    ports.rooms.find(channelId),
  ]);
  if (!channel) throw notFound('Channel');
  return withPinned(ports, channelId, room);
}

async function withPinned(
  { messages }: Pick<RoomsPorts, 'messages'>,
  channelId: string,
  { pinnedId, ...room }: Room,
): Promise<ChatRoom> {
  return { ...room, pinned: pinnedId === undefined ? null : await messages.find(channelId, pinnedId) };
}

/** What a person is in a room, and whether they may write. */
export async function ownPlace(
  { rooms, messages, clock }: Pick<RoomsPorts, 'rooms' | 'messages' | 'clock'>,
  personId: string,
  channelId: string,
): Promise<OwnPlace> {
  const nowMs = clock();
  const [standing, lastMs] = await Promise.all([
    rooms.standing(channelId, personId, nowMs),
    messages.lastWrittenMs(personId, channelId),
  ]);
  const { mode, isModerator, isFollower, silence } = standing;
  const role = personId === channelId ? 'streamer' : isModerator ? 'moderator' : 'viewer';
  if (role !== 'viewer') return { role, silenced: null, must_follow: false, next_at: null };
  const nextMs = lastMs + mode.slow_mode_s * 1000;
  return {
    role,
    silenced: silence && { until: timestamp(silence.untilMs) },
    must_follow: mode.followers_only && !isFollower,
    next_at: mode.slow_mode_s > 0 && nextMs > nowMs ? timestamp(nextMs) : null,
  };
}

/** Changes how a chat is led. Throws `forbidden`. */
export async function changeMode(
  ports: RoomsPorts,
  callerId: string,
  channelId: string,
  mode: RoomMode,
): Promise<ChatRoom> {
  await mustHappen(ports.rooms.setMode(await acting(ports, callerId, channelId), mode));
  return announceRoom(ports, channelId);
}

/** Shows one message above the chat, or none. Throws `forbidden`, and `not_found` of a message that is gone. */
export async function pin(
  ports: RoomsPorts,
  callerId: string,
  channelId: string,
  messageId: string | null,
): Promise<ChatRoom> {
  const act = await acting(ports, callerId, channelId);
  if (messageId !== null && !(await ports.messages.find(channelId, messageId))) throw notFound('Message');
  await mustHappen(ports.rooms.pin(act, messageId));
  return announceRoom(ports, channelId);
}

/** Tells open pages how the room now is. */
export async function announceRoom(ports: RoomsPorts, channelId: string): Promise<ChatRoom> {
  const room = await withPinned(ports, channelId, await ports.rooms.findCurrent(channelId));
  await ports.announce(channelId, { type: 'room', room });
  return room;
}

export const timestamp = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
