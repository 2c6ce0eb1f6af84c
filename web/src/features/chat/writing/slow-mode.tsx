import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { ChatRoom, RoomRole } from '../../../../../shared/community/rooms.ts';
import { useSession } from '../../../lib/api/session/session.ts';
import { ownPlaceQuery } from '../rooms.queries.ts';
import { t } from '../../../lib/i18n/messages.ts';

/** Whole seconds left; 0: now. */
export function useWaitS(nextMs: number): number {
  const { subscribe, leftS } = useMemo(() => countdown(nextMs), [nextMs]);
  return useSyncExternalStore(subscribe, leftS);
}

/** Not a live region: screen readers read it with the field. */
export const WaitNote = ({ id, waitS }: { readonly id: string; readonly waitS: number }) => (
  <p id={id} role="timer" className="mt-1.5 text-xs text-soft tabular-nums">
    {t('chat.slowModeWait', { count: waitS })}
  </p>
);

const CHECK_MS = 200;

/** The whole seconds left until `endMs` (since 1970), rounded up, by this device's clock. */
export function countdown(endMs: number) {
  const leftS = (): number => Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
  /** Calls `onChange` until the end. Returns a function that unsubscribes. */
  const subscribe = (onChange: () => void): (() => void) => {
    if (leftS() === 0) return () => undefined;
    const timer = setInterval(() => {
      if (leftS() === 0) clearInterval(timer);
      onChange();
    }, CHECK_MS);
    return () => clearInterval(timer);
  };
  return { leftS, subscribe };
}

export type Turn = ReturnType<typeof useTurn>;

/** When slow mode lets the reader write again. Skips the request if slow mode does not apply to them. */
export function useTurn(channelId: string, room: ChatRoom | undefined, role: RoomRole) {
  const cache = useQueryClient();
  const isIn = useSession() !== null;
  const pauseMs = (room?.slow_mode_s ?? 0) * 1000;
  const isHeld = isIn && role === 'viewer' && pauseMs > 0;
  const { data, dataUpdatedAt } = useQuery({ ...ownPlaceQuery(channelId), enabled: isHeld });
  const nextAtMs = isHeld && data?.next_at ? Date.parse(data.next_at) : 0;
  // Limits the wait to the mode's interval, in case the device's clock is behind.
  const nextMs = Math.min(nextAtMs, dataUpdatedAt + pauseMs);
  return useMemo(() => {
    const onSettled = () => void (isHeld && cache.invalidateQueries(ownPlaceQuery(channelId)));
    return { nextMs, onSettled };
  }, [nextMs, isHeld, cache, channelId]);
}
