/** Delivers a channel's messages: history, then the socket, with polling as fallback. */
import type { ChannelEvent } from '../../../../../shared/live/channel-events.ts';
import { FRESH_AFTER_MS } from '../../../lib/realtime/recent-events.ts';
import type { Listener } from '../../../lib/realtime/topics.ts';
import { type ChatList, type ChatNews, isChatNews } from './chat-list.ts';

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

interface ChatReport {
  /** `isSettled`: the page contains all changes before the last `onMark`. */
  readonly onCaughtUp: (page: ChatList, isSettled: boolean) => void;
  /** Marks the current state for comparison with a later page. */
  readonly onMark: () => void;
  /** Loading the newest messages failed; reported once per interruption. */
  readonly onCutOff: (error: unknown) => void;
  /** Events since the last call, in order. */
  readonly onNews: (news: readonly ChatNews[]) => void;
}

/** Follows the chat until the returned function is called. */
export function followChat(ports: ChatPorts, report: ChatReport): () => void {
  const over = new AbortController();
  const gather = gathering(ports, report, over.signal);
  const catchUp = catchingUp(ports, report, over.signal);
  let isListening = false;
  let idleMs = 0;

  const timer = setInterval(() => {
    idleMs += POLL_MS;
    if (!ports.isVisible() || (isListening && idleMs < RECHECK_MS)) return;
    idleMs = 0;
    void catchUp();
  }, POLL_MS);
  const forgetVisible = ports.onVisible(() => void catchUp());
  over.signal.addEventListener('abort', () => {
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
  over.signal.addEventListener('abort', leave);
  return () => over.abort();
}

/** Loads the newest messages, one request at a time. Callers during a request get the next response. */
function catchingUp(ports: ChatPorts, report: ChatReport, over: AbortSignal): () => Promise<void> {
  let isLoading = false;
  let isRepeated = false;
  let isCutOff = false;
  let markedMs = -Infinity;
  const loadOnce = async () => {
    const requestedMs = Date.now();
    const isSettled = requestedMs - markedMs >= FRESH_AFTER_MS;
    try {
      const page = await ports.load(over);
      isCutOff = false;
      if (over.aborted) return;
      report.onCaughtUp(page, isSettled);
      if (!isSettled) return;
      markedMs = Date.now();
      report.onMark();
    } catch (error) {
      if (!over.aborted && !isCutOff) report.onCutOff(error);
      isCutOff = true;
    }
  };
  return async () => {
    isRepeated = true;
    if (isLoading) return;
    isLoading = true;
    while (isRepeated && !over.aborted) {
      isRepeated = false;
      await loadOnce();
    }
    isLoading = false;
  };
}

/** Groups events, and splits bursts. A hidden page gets all at once. */
function gathering(
  { isVisible }: Pick<ChatPorts, 'isVisible'>,
  { onNews }: Pick<ChatReport, 'onNews'>,
  over: AbortSignal,
) {
  let waiting: readonly ChatNews[] = [];
  const pass = () => {
    if (over.aborted) return;
    const count = Math.max(MAX_VISIBLE, Math.ceil(waiting.length / WAITING_SHARE));
    const news = isVisible() ? waiting.slice(0, count) : waiting;
    waiting = waiting.slice(news.length);
    if (waiting.length > 0) setTimeout(pass, GATHER_MS);
    onNews(news);
  };
  return (events: readonly ChannelEvent[]): void => {
    const news = events.filter(isChatNews);
    if (news.length === 0) return;
    if (waiting.length === 0) setTimeout(pass, GATHER_MS);
    waiting = [...waiting, ...news];
  };
}
