/** Brings one chat's messages to the page: its history, then the socket, and polling wherever the socket fails. */
import type { ChannelEvent } from '../../../../../shared/channel-events.ts';
import type { Listener } from '../../../lib/realtime/topics.ts';
import type { ChatList } from './chat-list.ts';
import { type ChatNews, isChatNews } from './chat-news.ts';

/** Without a socket the newest messages are asked for so often. */
export const POLL_MS = 3000;
/** With a socket, in case a publishing has failed. */
const RECHECK_MS = 10 * 60_000;
/** Messages of a burst are shown together. */
const GATHER_MS = 100;

export interface ChatPorts {
  /** The newest messages. */
  readonly load: (signal: AbortSignal) => Promise<ChatList>;
  /** Hears what happens in the channel, until the answered function is called. */
  readonly listen: (listener: Required<Listener<ChannelEvent>>) => () => void;
  readonly isVisible: () => boolean;
  readonly onVisible: (listener: () => void) => () => void;
}

export interface ChatReport {
  readonly onCaughtUp: (page: ChatList) => void;
  /** The newest messages could not be loaded; said once per interruption. */
  readonly onCutOff: (error: unknown) => void;
  /** What has happened since the last time, in its order. */
  readonly onNews: (news: readonly ChatNews[]) => void;
}

/** Follows the chat until the answered function is called; nothing is reported after that. */
export function followChat(ports: ChatPorts, report: ChatReport): () => void {
  const over = new AbortController();
  const gather = gathering(report.onNews, over.signal);
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
      // What was written between the history and the socket, or while it was gone; and soon once more, since the
      // first answer may come from a cache.
      idleMs = RECHECK_MS - POLL_MS;
      void catchUp();
    },
  });
  over.signal.addEventListener('abort', leave);
  return () => over.abort();
}

/** Loads the newest messages, one request at a time; who asks meanwhile gets an answer from after they asked. */
function catchingUp(ports: ChatPorts, report: ChatReport, over: AbortSignal): () => Promise<void> {
  let isLoading = false;
  let isAskedAgain = false;
  let isCutOff = false;
  const loadOnce = async () => {
    try {
      const page = await ports.load(over);
      isCutOff = false;
      if (!over.aborted) report.onCaughtUp(page);
    } catch (error) {
      if (!over.aborted && !isCutOff) report.onCutOff(error);
      isCutOff = true;
    }
  };
  return async () => {
    isAskedAgain = true;
    if (isLoading) return;
    isLoading = true;
    while (isAskedAgain && !over.aborted) {
      isAskedAgain = false;
      await loadOnce();
    }
    isLoading = false;
  };
}

/** Hands on together what comes within a moment. */
function gathering(onNews: (news: readonly ChatNews[]) => void, over: AbortSignal) {
  let gathered: readonly ChatNews[] = [];
  const pass = () => {
    const news = gathered;
    gathered = [];
    if (!over.aborted) onNews(news);
  };
  return (events: readonly ChannelEvent[]): void => {
    const news = events.filter(isChatNews);
    if (news.length === 0) return;
    if (gathered.length === 0) setTimeout(pass, GATHER_MS);
    gathered = [...gathered, ...news];
  };
}
