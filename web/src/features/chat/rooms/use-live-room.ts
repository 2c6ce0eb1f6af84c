import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from '#web/lib/realtime/use-live-query.ts';
import { roomChangedBy, roomQuery } from '../rooms.queries.ts';

/** The room of a chat, updated by the socket. */
export function useLiveRoom(channelId: string) {
  const query = roomQuery(channelId);
  const refetchInterval = useLiveQuery(channelId, query.queryKey, roomChangedBy);
  return useQuery({ ...query, refetchInterval }).data;
}
