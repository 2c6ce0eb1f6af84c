import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChatRoom, RoomRole } from '../../../../../shared/community/rooms.ts';
import { useSession } from '../../../lib/api/session/session.ts';
import type { Turn } from '../../../lib/turn.ts';
import { ownPlaceQuery } from './rooms.queries.ts';

interface Place {
  readonly room: ChatRoom | undefined;
  readonly role: RoomRole;
}

/** When slow mode lets the reader write again. Nothing is asked where it holds nobody, or not them. */
export function useTurn(channelId: string, { room, role }: Place): Turn {
  const cache = useQueryClient();
  const isIn = useSession() !== null;
  const pauseMs = (room?.slow_mode_s ?? 0) * 1000;
  const isHeld = isIn && role === 'viewer' && pauseMs > 0;
  const { data, dataUpdatedAt } = useQuery({ ...ownPlaceQuery(channelId), enabled: isHeld });
  const told = isHeld && data?.next_at ? Date.parse(data.next_at) : 0;
  // Where this device's clock is behind: the mode itself is the longest that anybody waits.
  const nextMs = Math.min(told, dataUpdatedAt + pauseMs);
  return useMemo(() => {
    const onSettled = () => void (isHeld && cache.invalidateQueries(ownPlaceQuery(channelId)));
    return { nextMs, onSettled };
  }, [nextMs, isHeld, cache, channelId]);
}
