/** Listens for as long as it is wanted, whatever becomes of the socket. */

/** A socket that failed is tried again after this long; each time after twice as long, up to the second. */
const RETRY_FIRST_MS = 3000;
const RETRY_MAX_MS = 60_000;

export interface SocketHandlers {
  /** Something was published. */
  readonly onEvent: (event: unknown) => void;
  /** The socket is of no use any more. */
  readonly onBroken: () => void;
}

/** Resolves when events arrive by the socket, with how to leave it. */
export type OpenSocket = (handlers: SocketHandlers) => Promise<() => void>;

export interface Listening {
  readonly onEvent: (event: unknown) => void;
  /** Events begin to arrive, or arrive no more: whatever happened in between is to be asked for. */
  readonly onChange: (isListening: boolean) => void;
}

/** Listens until the answered function is called; nothing is reported after that. */
export function keepListening(open: OpenSocket, to: Listening): () => void {
  const over = new AbortController();
  void listenOn(open, over.signal, to);
  return () => over.abort();
}

async function listenOn(open: OpenSocket, over: AbortSignal, to: Listening): Promise<void> {
  let retryMs = RETRY_FIRST_MS;
  while (!over.aborted) {
    if (await listenOnce(open, over, to)) retryMs = RETRY_FIRST_MS;
    // Spread, so that a whole room does not come back in the same second.
    await pause(retryMs * (0.75 + Math.random() / 2), over);
    retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
  }
}

/** Listens until the socket breaks or all is over; answers whether it had begun. */
async function listenOnce(open: OpenSocket, over: AbortSignal, to: Listening): Promise<boolean> {
  const broken = new AbortController();
  const onEvent = (event: unknown): void => {
    if (!over.aborted) to.onEvent(event);
  };
  const leave = await open({ onEvent, onBroken: () => broken.abort() }).catch(() => null);
  if (!leave) return false;
  if (!over.aborted) to.onChange(true);
  await aborted(broken.signal, over);
  leave();
  if (!over.aborted) to.onChange(false);
  return true;
}

/** Resolves with the first of them; leaves no listener, as one of them may last for hours. */
function aborted(...signals: readonly AbortSignal[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  for (const signal of signals) {
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  }
  return promise.finally(() => {
    for (const signal of signals) signal.removeEventListener('abort', end);
  });
}

function pause(ms: number, over: AbortSignal): Promise<void> {
  const passed = new AbortController();
  const timer = setTimeout(() => passed.abort(), ms);
  return aborted(passed.signal, over).finally(() => clearTimeout(timer));
}
