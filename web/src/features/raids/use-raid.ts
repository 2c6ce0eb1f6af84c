import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import type { Raid } from '#shared/live/raids.ts';
import { RAID_COUNTDOWN_MS, RAID_FRESH_MS } from '#shared/limits.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import { listenToChannel } from '#web/lib/realtime/realtime.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { hasOpenDialog } from '#web/ui/overlays/has-open-dialog.ts';

export interface IncomingRaid {
  readonly raid: Raid;
  /** By this device's clock; `null`: the viewer is not moved. */
  readonly movesAtMs: number | null;
}

interface RaidOptions {
  /** The viewer does something else than to watch the live stream here. */
  readonly isHeld: boolean;
  readonly ignores: (raid: Raid) => boolean;
  readonly onMove: (raid: Raid) => void;
}

interface RaidState {
  readonly visible: IncomingRaid | null;
  /** The id of the latest one. Ids sort by time. */
  readonly latest: string;
}

const NONE: RaidState = { visible: null, latest: '' };

/** The viewer has a dialog open, watches by picture in picture, or has another tab in front. */
const isAway = (): boolean =>
  document.visibilityState !== 'visible' || Boolean(document.pictureInPictureElement) || hasOpenDialog();

/**
 * The raid by which a channel's streamer sends its viewers on. Counts down and moves this viewer, unless they stay, are away
 * or are held. A raid that comes again, or late, does nothing.
 */
export function useRaid(channelId: string, { isHeld, ignores, onMove }: RaidOptions) {
  const [{ visible }, setState] = useState(NONE);
  const stay = () => setState(({ latest }) => ({ latest, visible: null }));
  const holdBack = () =>
    setState((state) => ({ ...state, visible: state.visible && { ...state.visible, movesAtMs: null } }));

  const receive = useEffectEvent((events: readonly ChannelEvent[]) => {
    const raid = events.findLast((event) => event.type === 'raid')?.raid;
    const nowMs = Date.now();
    if (!raid || serverTime(nowMs) - Date.parse(raid.at) > RAID_FRESH_MS || ignores(raid)) return;
    const movesAtMs = isHeld || isAway() ? null : nowMs + RAID_COUNTDOWN_MS;
    setState((state) =>
      raid.id <= state.latest ? state : { latest: raid.id, visible: { raid, movesAtMs } },
    );
  });
  useEffect(() => listenToChannel(channelId, { onEvents: (events) => receive(events) }), [channelId]);

  const movesAtMs = visible?.movesAtMs ?? null;
  const move = useEffectEvent(() => {
    // A device that slept wakes up late.
    const isLate = movesAtMs === null || Date.now() - movesAtMs > RAID_FRESH_MS - RAID_COUNTDOWN_MS;
    if (!visible || isLate || isHeld || isAway()) holdBack();
    else onMove(visible.raid);
  });
  useEffect(() => {
    if (movesAtMs === null) return undefined;
    const timer = setTimeout(() => move(), movesAtMs - Date.now());
    return () => clearTimeout(timer);
  }, [movesAtMs]);

  const isVisible = visible !== null;
  const byVisibility = useEffectEvent(() => document.visibilityState === 'visible' || holdBack());
  const byKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) stay();
  });
  // As soon as the card is visible.
  useLayoutEffect(() => {
    if (!isVisible) return undefined;
    return endAll([
      listen(document, 'visibilitychange', () => byVisibility()),
      listen(document, 'keydown', (event: KeyboardEvent) => byKey(event)),
    ]);
  }, [isVisible]);
  return { incoming: visible, stay };
}
