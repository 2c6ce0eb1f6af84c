import { useEffect, useEffectEvent, useState } from 'react';
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import { ASK_MS, KNOWN_AFTER_MS } from './asking.ts';
import { listenToChannel } from './realtime.ts';

interface Hearing {
  readonly onEvents: (events: readonly ChannelEvent[]) => void;
  /** Events arrive, and no cache answers any more with what was before them: what was missed is to be asked for. */
  readonly onMissed: () => void;
}

/**
 * Hears all that happens in a channel while the component stands. Answers how often to ask for it instead, in ms: not at all
 * while the socket stands.
 */
export function useChannelEvents(channelId: string, { onEvents, onMissed }: Hearing): number | false {
  const [isListening, setListening] = useState(false);
  const hear = useEffectEvent(onEvents);
  const miss = useEffectEvent(onMissed);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = listenToChannel(channelId, {
      onEvents: (events) => hear(events),
      onChange: (listening) => {
        setListening(listening);
        clearTimeout(timer);
        if (listening) timer = setTimeout(() => miss(), KNOWN_AFTER_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [channelId]);
  return !isListening && ASK_MS;
}
