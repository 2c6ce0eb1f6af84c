/** Brings one chat's messages to the page: its history, then the socket, and polling wherever the socket fails. */
import type { ChatList } from './chat-list.ts';

/** Without a socket the newest messages are asked for so often. */
export const POLL_MS = 3000;
/** With a socket, in case it has lost one. */
const RECHECK_MS = 30_000;
/** Messages of a burst are shown together. */
const GATHER_MS = 100;
/** A socket that failed is tried again after this long; each time after twice as long, up to the second. */
const RETRY_FIRST_MS = 3000;
const RETRY_MAX_MS = 60_000;

export interface SocketHandlers {
  /** Something was published. */
  readonly onEvent: (event: unknown) => void;
  /** The socket is of no use any more. */
  readonly onBroken: () => void;
}

export interface ChatPorts {
  /** The newest messages. */
  readonly load: (signal: AbortSignal) => Promise<ChatList>;
  /** Resolves when messages arrive by the socket, with how to leave it. */
  readonly listen: (handlers: SocketHandlers) => Promise<() => void>;
  readonly isVisible: () => boolean;
  readonly onVisible: (listener: () => void) => () => void;
}

export interface ChatReport {
  readonly onCaughtUp: (page: ChatList) => void;
  /** The newest messages could not be loaded; said once per interruption. */
  readonly onCutOff: (error: unknown) => void;
  readonly onMessages: (messages: ChatList) => void;
}

/** Follows the chat until the answered function is called; nothing is reported after that. */
export function followChat(ports: ChatPorts, report: ChatReport): () => void {
  const over = new AbortController();
  const gather = gathering(report.onMessages, over.signal);
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
  void keepListening(ports, over.signal, {
    onEvent: gather,
    onChange: (listening) => {
      isListening = listening;
      // What was written between the history and the socket, or while it was gone; and soon once more, since the
      // first answer may come from a cache.
      idleMs = RECHECK_MS - POLL_MS;
      void catchUp();
    },
  });
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

interface Listening {
  readonly onEvent: (event: unknown) => void;
  readonly onChange: (isListening: boolean) => void;
}

async function keepListening(ports: ChatPorts, over: AbortSignal, to: Listening): Promise<void> {
  let retryMs = RETRY_FIRST_MS;
  while (!over.aborted) {
    if (await listenOnce(ports, over, to)) retryMs = RETRY_FIRST_MS;
    // Spread, so that a whole room does not come back in the same second.
    await pause(retryMs * (0.75 + Math.random() / 2), over);
    retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
  }
}

/** Listens until the socket breaks or all is over; answers whether it had begun. */
async function listenOnce(ports: ChatPorts, over: AbortSignal, to: Listening): Promise<boolean> {
  const broken = new AbortController();
  const handlers = { onEvent: to.onEvent, onBroken: () => broken.abort() };
  const leave = await ports.listen(handlers).catch(() => null);
  if (!leave) return false;
  if (!over.aborted) to.onChange(true);
  await Promise.race([aborted(broken.signal), aborted(over)]);
  leave();
  if (!over.aborted) to.onChange(false);
  return true;
}

function gathering(onMessages: (messages: ChatList) => void, over: AbortSignal) {
  let gathered: ChatList = [];
  const pass = () => {
    const messages = gathered;
    gathered = [];
    if (!over.aborted) onMessages(messages);
  };
  return (event: unknown): void => {
    const messages = messagesOf(event);
    if (messages.length === 0) return;
    if (gathered.length === 0) setTimeout(pass, GATHER_MS);
    gathered = [...gathered, ...messages];
  };
}

/** Those of a `ChatBatch`. */
function messagesOf(event: unknown): ChatList {
  const { messages } = (event ?? {}) as { readonly messages?: unknown };
  return Array.isArray(messages) ? messages.filter(isChatMessage) : [];
}

/** The socket carries what our own Lambda publishes; anything else is passed over. */
function isChatMessage(value: unknown): value is ChatList[number] {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return ['id', 'username', 'message', 'timestamp'].every((name) => typeof fields[name] === 'string');
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const pause = (ms: number, over: AbortSignal): Promise<void> =>
  Promise.race([new Promise<void>((resolve) => setTimeout(resolve, ms)), aborted(over)]);
