import type { Channel } from '#shared/channels/channels.ts';
import type { Poll, Vote } from '#shared/community/polls.ts';
import type { ChatRoom, OwnRole, RoomMode } from '#shared/community/rooms.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { notFound } from '#functions/base/errors.ts';
import type { ChatRepository } from '../chat.repository.ts';
import { findMessage } from '../read-messages.service.ts';
import { requireApplied, requireModerator, requireStreamer } from './permissions.service.ts';
import type { ChatPermissions, Room } from './room.ts';
import type { RoomReads } from './rooms.repository.ts';
import type { RoomWrites } from './rooms.writes.ts';

export interface RoomsDeps {
  readonly rooms: RoomReads & RoomWrites;
  readonly chat: ChatRepository;
  readonly polls: {
    /** The one that runs, or has ended lately. */
    findVisible(channelId: string, nowMs: number, isConsistent?: boolean): Promise<Poll | null>;
    /** The person's latest vote in this chat. */
    findVote(personId: string, channelId: string, nowMs: number): Promise<Vote | null>;
  };
  readonly channels: {
    findById(id: string): Promise<Channel | null>;
    findByUsername(username: string): Promise<Channel | null>;
  };
  /** Publishes to open pages. Never throws. */
  readonly publish: (channelId: string, event: ChannelEvent) => Promise<void>;
  readonly clock: () => number;
}

/** Throws `not_found`. */
export async function getRoom(deps: RoomsDeps, channelId: string): Promise<ChatRoom> {
  const [channel, room, poll] = await Promise.all([
    deps.channels.findById(channelId),
    deps.rooms.find(channelId),
    deps.polls.findVisible(channelId, deps.clock(), false),
  ]);
  if (!channel) throw notFound('channel');
  return withMessages(deps, channelId, room, poll);
}

/** Adds what is above the chat, as long as the messages are there. */
async function withMessages(
  deps: RoomsDeps,
  channelId: string,
  { pinnedId, clearedId, ...room }: Room,
  poll: Poll | null,
): Promise<ChatRoom> {
  const pinned = pinnedId === undefined ? null : await findMessage(deps, channelId, pinnedId);
  return { ...room, pinned, ...(poll && poll.id > clearedId && { poll }) };
}

export async function getOwnRole(
  { rooms, chat, polls, clock }: RoomsDeps,
  personId: string,
  channelId: string,
): Promise<OwnRole> {
  const nowMs = clock();
  const [permissions, { roomsMs }, vote] = await Promise.all([
    rooms.permissionsOf(channelId, personId, nowMs),
    chat.sendTimesOf(personId),
    polls.findVote(personId, channelId, nowMs),
  ]);
  const voted = vote ? { vote } : {};
  const { mode, isModerator, isFollower } = permissions;
  const role = personId === channelId ? 'streamer' : isModerator ? 'moderator' : 'viewer';
  if (role !== 'viewer') return { role, silenced: null, must_follow: false, next_at: null, ...voted };
  const nextMs = (roomsMs[channelId] ?? 0) + mode.slow_mode_s * 1000;
  return {
    role,
    silenced: toSilenced(permissions),
    must_follow: mode.followers_only && !isFollower,
    next_at: mode.slow_mode_s > 0 && nextMs > nowMs ? timestamp(nextMs) : null,
    ...voted,
  };
}

function toSilenced({ sanction, isBlocked }: ChatPermissions): OwnRole['silenced'] {
  if (!sanction) return null;
  const { untilMs, reason, appeal } = sanction;
  return { until: timestamp(untilMs), reason, appeal: isBlocked ? 'none' : appeal ? 'sent' : 'possible' };
}

/** Throws `forbidden`. */
export async function changeMode(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
  mode: RoomMode,
): Promise<ChatRoom> {
  await requireApplied(deps.rooms.setMode(await requireModerator(deps, callerId, channelId), mode));
  return publishRoom(deps, channelId);
}

/** Throws `forbidden`. */
export async function setRules(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
  rules: string,
): Promise<ChatRoom> {
  await deps.rooms.setRules(requireStreamer(deps, callerId, channelId), rules);
  return publishRoom(deps, channelId);
}

/** `null` unpins. Throws `forbidden`, and `not_found` if the message is gone. */
export async function pinMessage(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
  messageId: string | null,
): Promise<ChatRoom> {
  const actor = await requireModerator(deps, callerId, channelId);
  if (messageId !== null && !(await findMessage(deps, channelId, messageId))) throw notFound('message');
  await requireApplied(deps.rooms.pin(actor, messageId));
  return publishRoom(deps, channelId);
}

export async function publishRoom(deps: RoomsDeps, channelId: string): Promise<ChatRoom> {
  const [current, poll] = await Promise.all([
    deps.rooms.findCurrent(channelId),
    deps.polls.findVisible(channelId, deps.clock()),
  ]);
  const room = await withMessages(deps, channelId, current, poll);
  await deps.publish(channelId, { type: 'room', room });
  return room;
}

export const timestamp = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
