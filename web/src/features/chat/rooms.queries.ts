import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import type { ChatRoom, RoomRole } from '#shared/community/rooms.ts';
import { call } from '#web/lib/api/api.ts';
import { fetchFresh } from '#web/lib/realtime/recent-events.ts';
import { pollChangedBy, withPoll } from './poll-changes.ts';

const keyOf = (channelId: string) => ['rooms', channelId] as const;

export const roomQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'room'],
    queryFn: ({ signal }) =>
      fetchFresh(
        () => call('GET /rooms/{id}', { params: { id }, signal }),
        () => id,
        roomChangedBy,
      ),
    meta: { failureLog: 'Error fetching the room of a chat' },
  });

/** Applies a channel event to the room. */
export function roomChangedBy(room: ChatRoom, event: ChannelEvent): ChatRoom {
  const poll = pollChangedBy(room.poll, event);
  const changed = event.type === 'room' ? event.room : room;
  return poll === changed.poll ? changed : withPoll(changed, poll);
}

export function roleOf(
  reader: string | undefined,
  streamer: string,
  room: Pick<ChatRoom, 'moderators'> | undefined,
): RoomRole {
  if (reader === streamer) return 'streamer';
  return reader !== undefined && room?.moderators.includes(reader) ? 'moderator' : 'viewer';
}

/** The caller's role in the room and when they may write. Needs a signed-in user. */
export const ownRoleQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'me'],
    queryFn: ({ signal }) => call('GET /rooms/{id}/me', { params: { id }, signal }),
    staleTime: 0,
    meta: { failureLog: 'Error fetching when you may write' },
  });

/** Sanctioned users, a hundred per page. For streamer and moderators. */
export const sanctionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'sanctions'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /rooms/{id}/sanctions', {
        params: { id },
        query: pageParam ? { after: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    meta: { failureLog: 'Error fetching who may not write' },
  });

/** What the streamer and moderators did, newest first. For them. */
export const actsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), 'acts'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /rooms/{id}/acts', {
        params: { id },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    meta: { failureLog: 'Error fetching the log of a chat' },
  });

/** The streamer's own commands, which the site answers. Needs a signed-in user. */
export const commandsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'commands'],
    queryFn: ({ signal }) => call('GET /rooms/{id}/commands', { params: { id }, signal }),
    staleTime: 0,
    meta: { failureLog: 'Error fetching the commands of a chat' },
  });

/** The channel's own emotes. */
export const emotesQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'emotes'],
    queryFn: ({ signal }) => call('GET /rooms/{id}/emotes', { params: { id }, signal }),
    meta: { failureLog: 'Error fetching the emotes of a channel' },
  });

/** For streamer and moderators. Never cached, because saving an old list would overwrite a newer one. */
export const wordsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'words'],
    queryFn: ({ signal }) => call('GET /rooms/{id}/words', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { failureLog: 'Error fetching the words that are held back' },
  });
