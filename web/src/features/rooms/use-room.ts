import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChatRoom, RoomRole } from '../../../../shared/rooms.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { useChannelEvents } from '../../lib/realtime/use-channel-events.ts';
import { roomQuery } from './rooms.queries.ts';

export interface RoomOf {
  readonly channelId: string;
  /** The username of the one whose channel it is. */
  readonly streamer: string;
}

/** How a chat is led, kept up to date by the socket, and what the reader is in it. */
export function useRoom({ channelId, streamer }: RoomOf): {
  readonly room: ChatRoom | undefined;
  readonly role: RoomRole;
} {
  const cache = useQueryClient();
  const { data: room } = useQuery(roomQuery(channelId));
  const reader = useSession()?.user.username;
  useChannelEvents(channelId, (events) => {
    for (const event of events)
      if (event.type === 'room') cache.setQueryData(roomQuery(channelId).queryKey, event.room);
  });
  if (reader === undefined) return { room, role: 'viewer' };
  const isModerator = room?.moderators.includes(reader);
  return { room, role: reader === streamer ? 'streamer' : isModerator ? 'moderator' : 'viewer' };
}
