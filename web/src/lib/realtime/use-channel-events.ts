import { useEffect, useEffectEvent } from 'react';
import type { ChannelEvent } from '../../../../shared/channel-events.ts';
import { listenToChannel } from './realtime.ts';

/** Hears all that happens in a channel while the component stands. */
export function useChannelEvents(
  channelId: string,
  onEvents: (events: readonly ChannelEvent[]) => void,
): void {
  const hear = useEffectEvent(onEvents);
  useEffect(() => listenToChannel(channelId, { onEvents: (events) => hear(events) }), [channelId]);
}
