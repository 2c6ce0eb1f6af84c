/** Keeps every list of channels that the page holds as it now is: by what the socket tells, or else by asking. */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { ListEvent } from '../../../../shared/live/channel-events.ts';
import { endAll } from '../../lib/listen.ts';
import { ASK_MS, spread } from '../../lib/realtime/asking.ts';
import { listenToLists } from '../../lib/realtime/realtime.ts';
import { isInHand } from './in-hand.ts';
import { idOf, KNOWN_AFTER_MS, latestNews } from './latest-news.ts';
import { isOfScreen, listOf } from './lists-in-cache.ts';
import { settled, withEvents } from './live-list.ts';

/** With the socket up it is only asked for how many watch, by screens that show that. */
const ASK_VIEWERS_MS = 60_000;
/** So often it is looked whether the pointer has left. */
const LOOK_MS = 500;

export interface FollowPorts {
  readonly listen: typeof listenToLists;
  /** Whether somebody is about to use what is in a list. */
  readonly isInHand: () => boolean;
  readonly isVisible: () => boolean;
}

const ofThisPage: FollowPorts = {
  listen: listenToLists,
  isInHand,
  isVisible: () => document.visibilityState === 'visible',
};

/** Follows until the answered function is called. */
export function followLists(cache: QueryClient, ports: FollowPorts = ofThisPage): () => void {
  const news = latestNews(Date.now);
  const put = puttingIn(cache, ports);
  const asking = askingAgain(cache, ports);
  const leave = ports.listen({
    onEvents: (events) => put.all(news.take(events)),
    onChange: asking.onChange,
  });
  const forgetAnswers = cache.getQueryCache().subscribe(({ type, query, ...event }) => {
    // An answer may be from a cache that does not know yet what was told.
    if (type === 'updated' && 'action' in event && event.action.type === 'success' && !event.action.manual)
      put.into(query, news.recent());
  });
  return endAll([leave, forgetAnswers, put.end, asking.end]);
}

/** Puts news into lists; into their order, unless that would move what is in somebody's hand: that waits for them. */
function puttingIn(cache: QueryClient, { isInHand: isHeld }: FollowPorts) {
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** Those that are gone, and still stand in a list that is in somebody's hand. */
  const leaving = new Set<string>();
  const into = (query: Query, events: readonly ListEvent[], isSteady = isHeld()): void => {
    const list = query.state.data !== undefined && listOf(query.queryKey);
    if (!list) return;
    const before = list.read(query.state.data);
    const after = withEvents(before, list.kind, events);
    const gone = new Set([...leaving, ...goneIn(events)]);
    const channels = isSteady ? after : settled(after, list.kind, gone);
    if (channels !== before.channels)
      cache.setQueryData(query.queryKey, list.write(query.state.data, channels));
    if (isSteady) settling ??= setTimeout(settle, LOOK_MS);
  };
  const all = (events: readonly ListEvent[], isSteady = isHeld()): void => {
    for (const event of events) leaving.delete(idOf(event));
    for (const id of goneIn(events)) leaving.add(id);
    for (const query of cache.getQueryCache().getAll()) into(query, events, isSteady);
    if (!isSteady) leaving.clear();
  };
  const settle = (): void => {
    settling = undefined;
    if (isHeld()) settling = setTimeout(settle, LOOK_MS);
    else all([], false);
  };
  return { into, all, end: () => clearTimeout(settling) };
}

const goneIn = (events: readonly ListEvent[]): string[] =>
  events.filter(({ type }) => type === 'gone').map(idOf);

/** Asks for the lists that are in sight: all of them while nobody tells, else how many watch. */
function askingAgain(cache: QueryClient, { isInHand: isHeld, isVisible }: FollowPorts) {
  let isListening = false;
  let hasAll = false;
  let timer = setTimeout(() => ask(), ASK_MS);
  const again = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => ask(), ms);
  };
  const ask = (): void => {
    // What it brings would come in another order.
    if (isHeld() || !isVisible()) return again(LOOK_MS);
    const isForAll = !isListening || !hasAll;
    const isDue = (query: Query) => listOrCategories(query) && (isForAll || isOfScreen(query));
    void cache.refetchQueries({ type: 'active', predicate: isDue });
    hasAll = isListening;
    again(isListening ? spread(ASK_VIEWERS_MS) : ASK_MS);
  };
  return {
    onChange: (listening: boolean): void => {
      isListening = listening;
      hasAll = false;
      // What happened before, once no cache answers with what was before that.
      again(listening ? spread(KNOWN_AFTER_MS) : ASK_MS);
    },
    end: () => clearTimeout(timer),
  };
}

const listOrCategories = ({ queryKey }: Query): boolean =>
  listOf(queryKey) !== null || queryKey[0] === 'categories';
