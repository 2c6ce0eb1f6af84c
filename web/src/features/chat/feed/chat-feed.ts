/** Delivers a channel's messages: history, then the socket, with polling as fallback. */
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { FRESH_AFTER_MS } from '#web/lib/realtime/recent-events.ts';
import type { Listener } from '#web/lib/realtime/topics.ts';
import { type ChatList, type ChatNews, isChatNews } from './chat-list.ts';
import type { ChatEvent } from './chat-state.ts';

/** Poll interval without a socket. */
export const POLL_MS = 3000;
/** Recheck interval with a socket, in case an event was lost. */
const RECHECK_MS = 10 * 60_000;
/** Compares a page with a mark older than any cache. The mark follows shortly after the request. */
const AGAIN_MS = FRESH_AFTER_MS + POLL_MS;
/** Groups events that arrive within this time … */
const GATHER_MS = 100;
/** … up to this many or a quarter of the queue, because rendering a line blocks the page. */
const MAX_VISIBLE = 6;
const WAITING_SHARE = 4;

export interface ChatPorts {
  readonly load: (signal: AbortSignal) => Promise<ChatList>;
  /** Listens to the channel's events until the returned function is called. */
  readonly listen: (listener: Required<Listener<ChannelEvent>>) => () => void;
  readonly isVisible: () => boolean;
  readonly onVisible: (listener: () => void) => () => void;
}

type Dispatch = (event: ChatEvent) => void;

/** Follows the chat until the returned function is called. */
export function followChat(ports: ChatPorts, dispatch: Dispatch): () => void {
  const stop = new AbortController();
  const gather = gathering(ports, dispatch, stop.signal);
  const catchUp = catchingUp(ports, dispatch, stop.signal);
  let isListening = false;
  let idleMs = 0;

  const timer = setInterval(() => {
    idleMs += POLL_MS;
    if (!ports.isVisible() || (isListening && idleMs < RECHECK_MS)) return;
    idleMs = 0;
    void catchUp();
  }, POLL_MS);
  const forgetVisible = ports.onVisible(() => void catchUp());
  stop.signal.addEventListener('abort', () => {
    clearInterval(timer);
    forgetVisible();
  });

  void catchUp();
  const leave = ports.listen({
    onEvents: gather,
    onChange: (listening) => {
      isListening = listening;
      // Catches up on changes during the connection, and once more because a cache may serve the first response.
      idleMs = RECHECK_MS - AGAIN_MS;
      void catchUp();
    },
  });
  stop.signal.addEventListener('abort', leave);
  return () => stop.abort();
}

/** Loads the newest messages, one request at a time. Callers during a request get the next response. */
function catchingUp(ports: ChatPorts, dispatch: Dispatch, signal: AbortSignal): () => Promise<void> {
  let isLoading = false;
  let isRepeated = false;
  let isCutOff = false;
  let markedMs = -Infinity;
  const loadOnce = async () => {
    const requestedMs = Date.now();
    const isSettled = requestedMs - markedMs >= FRESH_AFTER_MS;
    try {
      const page = await ports.load(signal);
      isCutOff = false;
      if (signal.aborted) return;
      dispatch({ type: 'caught-up', page, isSettled });
      if (!isSettled) return;
      markedMs = Date.now();
      dispatch({ type: 'marked' });
    } catch (error) {
      if (!signal.aborted && !isCutOff) {
        console.error('Error fetching chat messages', error);
        dispatch({ type: 'cut-off' });
      }
      isCutOff = true;
    }
  };
  return async () => {
    isRepeated = true;
    if (isLoading) return;
    isLoading = true;
    while (isRepeated && !signal.aborted) {
      isRepeated = false;
      await loadOnce();
    }
    isLoading = false;
  };
}

/** Groups events, and splits bursts. A hidden page gets all at once. */
function gathering({ isVisible }: ChatPorts, dispatch: Dispatch, signal: AbortSignal) {
  let waiting: readonly ChatNews[] = [];
  const pass = () => {
    if (signal.aborted) return;
    const count = Math.max(MAX_VISIBLE, Math.ceil(waiting.length / WAITING_SHARE));
    const news = isVisible() ? waiting.slice(0, count) : waiting;
    waiting = waiting.slice(news.length);
    if (waiting.length > 0) setTimeout(pass, GATHER_MS);
    dispatch({ type: 'news', news });
  };
  return (events: readonly ChannelEvent[]): void => {
    const news = events.filter(isChatNews);
    if (news.length === 0) return;
    if (waiting.length === 0) setTimeout(pass, GATHER_MS);
    waiting = [...waiting, ...news];
  };
}
