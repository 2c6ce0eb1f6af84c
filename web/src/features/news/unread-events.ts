/** Keeps the number of unread notifications up to date while the page is open. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { personTopic } from '#shared/plain/topics.ts';
import { showPass } from '#web/lib/api/passes.ts';
import { listen } from '#web/lib/listen.ts';
import { opening } from '#web/lib/realtime/realtime.ts';
import { keepListening } from '#web/lib/realtime/topics.ts';
import { unreadQuery } from './news.queries.ts';

/** Notifications are listed some seconds after the event; one that comes later is found by the second request. */
const ASK_AFTER_MS = [3000, 12_000];

/** Asks for the number after an event, and shares it with the other tabs of this browser. */
export function useUnreadEvents(userId: string | undefined, unread: number | undefined): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (userId === undefined) return;
    const topic = personTopic(userId);
    let timers: ReturnType<typeof setTimeout>[] = [];
    const ask = () => void cache.invalidateQueries({ queryKey: unreadQuery().queryKey });
    const leave = keepListening(
      opening(topic, (show) => showPass('channel', userId, show)),
      {
        // Further events in this time add no requests.
        onEvent: () => {
          if (timers.length > 0) return;
          timers = ASK_AFTER_MS.map((ms) => setTimeout(ask, ms));
          timers.push(setTimeout(() => (timers = []), Math.max(...ASK_AFTER_MS)));
        },
        onChange: () => {},
      },
    );
    return () => {
      leave();
      timers.forEach(clearTimeout);
    };
  }, [cache, userId]);
  useEffect(() => (userId === undefined ? undefined : shareUnread(cache, userId)), [cache, userId]);
  useEffect(() => {
    if (userId !== undefined && unread !== undefined) postToTabs({ userId, unread });
  }, [userId, unread]);
}

interface SharedCount {
  readonly userId: string;
  readonly unread: number;
}

const NAME = 'unread-news';

function postToTabs(count: SharedCount): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const tabs = new BroadcastChannel(NAME);
  tabs.postMessage(count);
  tabs.close();
}

/** Adopts what other tabs of the same person know, until the returned function is called. */
function shareUnread(cache: QueryClient, userId: string): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {};
  const tabs = new BroadcastChannel(NAME);
  const leave = listen(tabs, 'message', ({ data }: MessageEvent<SharedCount>) => {
    if (data.userId !== userId) return;
    cache.setQueryData(unreadQuery().queryKey, (known) => known && { ...known, unread: data.unread });
  });
  return () => {
    leave();
    tabs.close();
  };
}
