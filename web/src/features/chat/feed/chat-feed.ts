/** Brings one chat's messages to the page: its history, then the socket, and polling wherever the socket fails. */
import type { ChannelEvent } from '../../../../../shared/live/channel-events.ts';
import { FRESH_AFTER_MS } from '../../../lib/realtime/recent-events.ts';
import type { Listener } from '../../../lib/realtime/topics.ts';
import type { ChatList } from './chat-list.ts';
import { type ChatNews, isChatNews } from './chat-news.ts';

/** Without a socket the newest messages are asked for so often. */
export const POLL_MS = 3000;
/** With a socket, in case a publishing has failed. */
const RECHECK_MS = 10 * 60_000;
/** A page is held against a mark that is older than any cache; the mark is made a moment after it was asked. */
const AGAIN_MS = FRESH_AFTER_MS + POLL_MS;
/** What comes within this time is shown together … */
const GATHER_MS = 100;
/** … as far as it is no more than this, or a quarter of what waits: to draw a line takes time, in which nothing else moves. */
const MAX_VISIBLE = 6;
const WAITING_SHARE = 4;

export interface ChatPorts {
  /** The newest messages. */
  readonly load: (signal: AbortSignal) => Promise<ChatList>;
  /** Hears what happens in the channel, until the answered function is called. */
  readonly listen: (listener: Required<Listener<ChannelEvent>>) => () => void;
  readonly isVisible: () => boolean;
  readonly onVisible: (listener: () => void) => () => void;
}

export interface ChatReport {
  /** `isSettled`: the page tells of all that had happened by the last `onMark`. */
  readonly onCaughtUp: (page: ChatList, isSettled: boolean) => void;
  /** What the chat shows now is what a later page is held against. */
  readonly onMark: () => void;
  /** The newest messages could not be loaded; said once per interruption. */
  readonly onCutOff: (error: unknown) => void;
  /** What has happened since the last time, in its order. */
  readonly onNews: (news: readonly ChatNews[]) => void;
}

/** Follows the chat until the answered function is called; nothing is reported after that. */
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
      // What was written or taken away between the history and the socket, or while it was gone; and soon once more,
      // since the first answer may come from a cache.
      idleMs = RECHECK_MS - AGAIN_MS;
      void catchUp();
    },
  });
  over.signal.addEventListener('abort', leave);
  return () => over.abort();
}

/** Loads the newest messages, one request at a time; who asks meanwhile gets an answer from after they asked. */
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

/** Hands on together what comes within a moment, a burst in several pieces; all of it while nobody looks. */
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
