/** Keeps the cached lists of channels up to date through socket events or polling. */
import type { Query, QueryClient, QueryMeta } from '@tanstack/react-query';
import type { ListEvent } from '#shared/live/channel-events.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import { POLL_MS, jittered } from '#web/lib/realtime/recent-events.ts';
import { listenToLists } from '#web/lib/realtime/realtime.ts';
import { idOf, LISTS_FRESH_AFTER_MS, latestEvents, sortedList, withEvents } from './live-list.ts';

/** With a socket only viewer counts are polled, and only where a screen displays them. */
const POLL_VIEWERS_MS = 60_000;
const CHECK_MS = 500;

export interface FollowPorts {
  readonly listen: typeof listenToLists;
  readonly isListInUse: () => boolean;
  readonly isVisible: () => boolean;
  readonly onVisible: (act: () => void) => () => void;
}

const ofThisPage: FollowPorts = {
  listen: listenToLists,
  isListInUse,
  isVisible: () => document.visibilityState === 'visible',
  onVisible: (act) =>
    listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && act()),
};

export function followLists(cache: QueryClient, ports: FollowPorts = ofThisPage): () => void {
  const latest = latestEvents(Date.now);
  const updates = listUpdates(cache, ports);
  const polling = listPolling(cache, ports);
  const unsubscribe = ports.listen({
    onEvents: (events) => updates.all(latest.add(events)),
    onChange: polling.onChange,
  });
  const forgetAnswers = cache.getQueryCache().subscribe(({ type, query, ...event }) => {
    // An HTTP cache may return an older response than the events.
    if (type === 'updated' && 'action' in event && event.action.type === 'success' && !event.action.manual)
      updates.into(query, latest.recent());
  });
  return endAll([unsubscribe, forgetAnswers, updates.end, polling.end]);
}

/** Applies events to lists. Sorting and removal wait until no list is in use, so that nothing moves under the pointer. */
function listUpdates(cache: QueryClient, { isListInUse, isVisible, onVisible }: FollowPorts) {
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** The page was hidden while a list was in use. */
  let isPostponed = false;
  /** Deleted channels that are still in a list in use. */
  const pendingRemovals = new Set<string>();
  const into = (query: Query, events: readonly ListEvent[], isSteady = isListInUse()): void => {
    const list = query.meta?.channels;
    const data = query.state.data as never;
    if (!list || data === undefined) return;
    const before = list.read(data);
    const after = withEvents(before, list, events);
    const gone = new Set([...pendingRemovals, ...goneIn(events)]);
    const channels = isSteady ? after : sortedList(after, list, gone);
    if (channels !== before.channels) cache.setQueryData(query.queryKey, list.write(data, channels));
    if (isSteady) settling ??= setTimeout(settle, CHECK_MS);
  };
  const all = (events: readonly ListEvent[], isSteady = isListInUse()): void => {
    for (const event of events) pendingRemovals.delete(idOf(event));
    for (const id of goneIn(events)) pendingRemovals.add(id);
    for (const query of cache.getQueryCache().getAll()) into(query, events, isSteady);
    if (!isSteady) pendingRemovals.clear();
  };
  const settle = (): void => {
    settling = undefined;
    if (!isListInUse()) all([], false);
    else if (isVisible()) settling = setTimeout(settle, CHECK_MS);
    else isPostponed = true;
  };
  const forgetVisible = onVisible(() => {
    if (isPostponed) settle();
    isPostponed = false;
  });
  return { into, all, end: endAll([forgetVisible, () => clearTimeout(settling)]) };
}

const goneIn = (events: readonly ListEvent[]): string[] =>
  events.filter(({ type }) => type === 'gone').map(idOf);

/** Polls the visible lists: all of them without a socket, otherwise only those with viewer counts. */
function listPolling(cache: QueryClient, { isListInUse, isVisible, onVisible }: FollowPorts) {
  let isListening = false;
  /** It was due while the page was hidden. */
  let isPostponed = false;
  let hasAll = false;
  let timer = setTimeout(() => poll(), POLL_MS);
  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => poll(), ms);
  };
  const poll = (): void => {
    isPostponed = !isVisible();
    if (isPostponed) return;
    // A response could reorder a list in use.
    if (isListInUse()) return schedule(CHECK_MS);
    const isForAll = !isListening || !hasAll;
    const isDue = ({ meta }: Query) => meta?.hasViewers?.() || (isForAll && isList(meta));
    void cache.refetchQueries({ type: 'active', predicate: isDue });
    hasAll = isListening;
    schedule(isListening ? jittered(POLL_VIEWERS_MS) : POLL_MS);
  };
  return {
    onChange: (listening: boolean): void => {
      isListening = listening;
      hasAll = false;
      // Fetches missed changes after HTTP caches have expired.
      schedule(listening ? jittered(LISTS_FRESH_AFTER_MS) : POLL_MS);
    },
    end: endAll([onVisible(() => isPostponed && poll()), () => clearTimeout(timer)]),
  };
}

const isList = (meta: QueryMeta | undefined): boolean =>
  meta?.channels !== undefined || meta?.hasViewers !== undefined;

const LISTS = 'ul:has(a[href^="/channel/"])';

function isListInUse(): boolean {
  if (document.querySelector(`${LISTS}:is(:hover, :focus-within)`)) return true;
  const list = document.querySelector(`main ${LISTS}`);
  return list !== null && list.getBoundingClientRect().top < 0;
}
