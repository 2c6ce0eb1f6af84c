import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { ChatRoom, RoomRole } from '../../../../../shared/community/rooms.ts';
import { useSession } from '../../../lib/api/session/session.ts';
import { ownPlaceQuery } from '../rooms.queries.ts';

/** At any time. */
export const ANY_TIME: Turn = { nextMs: 0, onSettled: () => undefined };

/** Whole seconds until then; 0: now. */
export function useWaitS(nextMs: number): number {
  const { subscribe, leftS } = useMemo(() => countdown(nextMs), [nextMs]);
  return useSyncExternalStore(subscribe, leftS);
}

/** Below the field. It does not call out each second: who comes to the field hears it. */
export const WaitNote = ({ id, waitS }: { readonly id: string; readonly waitS: number }) => (
  <p id={id} role="timer" className="mt-1.5 text-xs text-soft tabular-nums">
    Slow mode: you can write again in {waitS} {waitS === 1 ? 'second' : 'seconds'}.
  </p>
);

/** So often it is looked whether a second has passed. */
const CHECK_MS = 200;

interface Countdown {
  /** Whole seconds that are left, rounded up; 0: it is over. */
  readonly leftS: () => number;
  /** Tells, until it is over, that time has passed; answers how to hear no more. */
  readonly subscribe: (onChange: () => void) => () => void;
}

/** Counts down to `endMs` (since 1970), by this device's clock. */
export function countdown(endMs: number): Countdown {
  const leftS = (): number => Math.max(0, Math.ceil((endMs - Date.now()) / 1000));
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

/** When somebody may write in a chat again: one feature knows it, another shows it; a page puts them together. */
export interface Turn {
  /** In ms since 1970; what is past: now. */
  readonly nextMs: number;
  /** A message was written or refused. */
  readonly onSettled: () => void;
}

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
  const nextAtMs = isHeld && data?.next_at ? Date.parse(data.next_at) : 0;
  // Where this device's clock is behind: the mode itself is the longest that anybody waits.
  const nextMs = Math.min(nextAtMs, dataUpdatedAt + pauseMs);
  return useMemo(() => {
    const onSettled = () => void (isHeld && cache.invalidateQueries(ownPlaceQuery(channelId)));
    return { nextMs, onSettled };
  }, [nextMs, isHeld, cache, channelId]);
}
