import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import type { ChatRoom, OwnRole, RoomRole } from '#shared/community/rooms.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { listenToChannel } from '#web/lib/realtime/realtime.ts';
import { ownRoleQuery } from '../rooms.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Whole seconds left; 0: now. */
export function useSecondsUntil(nextMs: number): number {
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

export type SlowModeTurn = ReturnType<typeof useSlowMode>;

/** Whether and when the reader may write. Only viewers are asked for, because others always may. */
export function useSlowMode(channelId: string, room: ChatRoom | undefined, role: RoomRole) {
  const cache = useQueryClient();
  const reader = useSession()?.user.username;
  const pauseMs = (room?.slow_mode_s ?? 0) * 1000;
  const isViewer = reader !== undefined && room !== undefined && role === 'viewer';
  const isHeld = isViewer && pauseMs > 0;
  const { data, dataUpdatedAt } = useQuery({ ...ownRoleQuery(channelId), enabled: isViewer });
  const silenced = useCurrent((isViewer && data?.silenced) || null);
  useEffect(() => {
    if (!isViewer) return undefined;
    const isMine = (event: ChannelEvent): boolean => event.type === 'sanction' && event.username === reader;
    return listenToChannel(channelId, {
      onEvents: (events) => void (events.some(isMine) && cache.invalidateQueries(ownRoleQuery(channelId))),
      onChange: () => {},
    });
  }, [isViewer, channelId, reader, cache]);
  const nextAtMs = isHeld && data?.next_at ? Date.parse(data.next_at) : 0;
  // Limits the wait to the mode's interval, in case the device's clock is behind.
  const nextMs = Math.min(nextAtMs, dataUpdatedAt + pauseMs);
  return useMemo(() => {
    /** After a refusal, the reader may have been timed out or banned. */
    const onSettled = (_: unknown, error: Error | null) =>
      void ((isHeld || error) && cache.invalidateQueries(ownRoleQuery(channelId)));
    return { nextMs, silenced, onSettled };
  }, [nextMs, silenced, isHeld, cache, channelId]);
}

/** `null` once the sanction is over. */
function useCurrent(silenced: OwnRole['silenced']): OwnRole['silenced'] {
  const untilMs = silenced?.until ? Date.parse(silenced.until) : Infinity;
  const { subscribe, isOver } = useMemo(() => endOf(untilMs), [untilMs]);
  return useSyncExternalStore(subscribe, isOver) ? null : silenced;
}

/** Browsers fire longer timers at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** A timer may fire a little early. */
const MARGIN_MS = 50;

const endOf = (endMs: number) => ({
  isOver: (): boolean => Date.now() >= endMs,
  subscribe: (onChange: () => void): (() => void) => {
    const timer = setTimeout(onChange, Math.min(endMs - Date.now() + MARGIN_MS, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
});
