import { useQuery } from '@tanstack/react-query';
import type { ChatRoom, RoomRole } from '../../../../../shared/community/rooms.ts';
import { useSession } from '../../../lib/api/session/session.ts';
import { useTold } from '../../../lib/realtime/use-told.ts';
import { roomChangedBy, roomQuery } from './rooms.queries.ts';

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
  const query = roomQuery(channelId);
  const refetchInterval = useTold(channelId, query.queryKey, roomChangedBy);
  const { data: room } = useQuery({ ...query, refetchInterval });
  const reader = useSession()?.user.username;
  if (reader === undefined) return { room, role: 'viewer' };
  const isModerator = room?.moderators.includes(reader);
  return { room, role: reader === streamer ? 'streamer' : isModerator ? 'moderator' : 'viewer' };
}
