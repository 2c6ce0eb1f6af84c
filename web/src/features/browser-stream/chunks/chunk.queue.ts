/**
 * Brings chunks into storage: three at once, the oldest first, each for as long as it takes. One that fails does not
 * hold the others; when nothing gets through, one at a time tries whether it does again.
 */
import type { ChunkUrl } from '../../../../../shared/browser-stream.ts';
import { ApiFailure } from '../../../lib/api/api-failure.ts';
import { MAX_ADDRESS_REFRESHES } from '../../../lib/api/put-to-storage.ts';
import { isPassing, retryDelayMs, StorageFailure } from '../../../lib/api/retry.ts';
import { type AskAddresses, type ChunkAddresses, createChunkAddresses } from './chunk.addresses.ts';
import { createPace, LONGEST_DELAY_MS, type Network, type PacePorts } from './chunk.pace.ts';
import type { WaitingChunk } from './chunk.ts';

/** A chunk that this browser cannot read so often is lost. */
const MAX_READS = 5;
export interface ChunkQueuePorts extends PacePorts {
  readonly askAddresses: (chunks: readonly WaitingChunk[], signal: AbortSignal) => ReturnType<AskAddresses>;
  /** Throws `StorageFailure`. */
  readonly put: (address: ChunkUrl, bytes: ArrayBuffer, signal: AbortSignal) => Promise<unknown>;
  /** `null` where a chunk is no longer there. */
  readonly read: (seq: number) => Promise<ArrayBuffer | null>;
  /** Called once a chunk is stored. */
  readonly forget: (seq: number) => Promise<void>;
  /** Answers how to stop listening. */
  readonly onOnline: (listener: () => void) => () => void;
  readonly log: (words: string, error: unknown) => void;
}

export interface ChunkQueueListener {
  readonly onStored: (chunk: WaitingChunk) => void;
  /** It can no longer be read. */
  readonly onLost: (chunk: WaitingChunk) => void;
  readonly onNetwork: (network: Network) => void;
  /** The API takes no more chunks of this broadcast; the queue rests until `resume`. */
  readonly onRefused: (error: unknown) => void;
}

/** `refused`: by the API. `stopped`: by whoever made the queue. */
export type QueueEnd = 'stored' | 'refused' | 'stopped';

export interface ChunkQueue {
  add(chunks: readonly WaitingChunk[]): void;
  waiting(): readonly WaitingChunk[];
  /** How the queue comes to rest: all that it was given is stored (or lost), or it was ended before. */
  drained(): Promise<QueueEnd>;
  /** Tries once more after a refusal. */
  resume(): void;
  /** Sends nothing more. */
  stop(): void;
}

interface Item {
  readonly chunk: WaitingChunk;
  isMoving: boolean;
  failures: number;
  refreshes: number;
  unreadable: number;
  /** Not to be tried before. */
  dueAtMs: number;
}

export function createChunkQueue(ports: ChunkQueuePorts, listener: ChunkQueueListener): ChunkQueue {
  const items = new Map<number, Item>();
  const stopping = new AbortController();
  const pace = createPace(ports, listener.onNetwork);
  const waiting = () => [...items.values()].map(({ chunk }) => chunk);
  const addresses = createChunkAddresses((chunks) => ports.askAddresses(chunks, stopping.signal), waiting);
  const resting: ((end: QueueEnd) => void)[] = [];
  let end: QueueEnd | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pump = () => {
    clearTimeout(timer);
    for (let next = nextItem(); next && next.atMs <= ports.nowMs(); next = nextItem()) void send(next.item);
    const next = nextItem();
    if (next) timer = setTimeout(pump, next.atMs - ports.nowMs());
    const rest = end ?? (items.size === 0 ? 'stored' : null);
    if (rest !== null) for (const resolve of resting.splice(0)) resolve(rest);
  };

  /** Which one to send next, and when; `null` where none may be. */
  const nextItem = (): { item: Item; atMs: number } | null => {
    const all = [...items.values()];
    const still = all.filter(({ isMoving }) => !isMoving);
    const isFull = all.length - still.length >= pace.slots();
    const item = still.reduce<Item | undefined>(
      (first, item) => earlier(first, item, ports.nowMs()),
      undefined,
    );
    if (end !== null || isFull || !item) return null;
    return { item, atMs: Math.max(item.dueAtMs, pace.openAtMs()) };
  };

  const send = async (item: Item) => {
    item.isMoving = true;
    try {
      await transfer(item.chunk, ports, addresses, stopping.signal);
      if (pace.succeeded()) retryAll();
      leave(item);
      listener.onStored(item.chunk);
      void ports.forget(item.chunk.seq);
    } catch (error) {
      if (!stopping.signal.aborted) failed(item, error);
    }
    item.isMoving = false;
    pump();
  };

  const leave = ({ chunk }: Item) => {
    items.delete(chunk.seq);
    addresses.forget(chunk.seq);
  };

  const failed = (item: Item, error: unknown) => {
    if (isRefusal(error)) return refused(error);
    if (isLost(item, error)) {
      leave(item);
      return listener.onLost(item.chunk);
    }
    const isRefused = error instanceof StorageFailure && error.status >= 400;
    if (isRefused) addresses.forget(item.chunk.seq);
    if (isRefused && error.status === 403 && item.refreshes++ < MAX_ADDRESS_REFRESHES) return;
    item.refreshes = 0;
    if (item.failures++ === 0) ports.log('Error uploading chunk', error);
    item.dueAtMs = ports.nowMs() + retryDelayMs(item.failures, ports.random(), LONGEST_DELAY_MS);
    if (isPassing(error)) pace.failed();
  };

  const refused = (error: unknown) => {
    if (end !== null) return;
    end = 'refused';
    listener.onRefused(error);
  };

  const retryAll = () => {
    for (const item of items.values()) item.dueAtMs = 0;
    pace.retryNow();
  };

  const stopListening = ports.onOnline(() => {
    retryAll();
    pump();
  });

  return {
    add: (chunks) => {
      for (const chunk of chunks) {
        items.set(chunk.seq, {
          chunk,
          isMoving: false,
          failures: 0,
          refreshes: 0,
          unreadable: 0,
          dueAtMs: 0,
        });
      }
      pump();
    },
    waiting,
    drained: () => {
      const { promise, resolve } = Promise.withResolvers<QueueEnd>();
      resting.push(resolve);
      pump();
      return promise;
    },
    resume: () => {
      if (end !== 'refused') return;
      end = null;
      retryAll();
      pump();
    },
    stop: () => {
      stopListening();
      end = 'stopped';
      stopping.abort();
      pump();
    },
  };
}

/** The oldest of those that are due; while none is, the one that will be first. */
function earlier(first: Item | undefined, item: Item, nowMs: number): Item {
  if (!first) return item;
  const [due, itemDue] = [Math.max(nowMs, first.dueAtMs), Math.max(nowMs, item.dueAtMs)];
  if (due !== itemDue) return due < itemDue ? first : item;
  return first.chunk.seq < item.chunk.seq ? first : item;
}

/** Ends when the chunk is stored. */
async function transfer(
  chunk: WaitingChunk,
  ports: ChunkQueuePorts,
  addresses: ChunkAddresses,
  signal: AbortSignal,
): Promise<void> {
  const address = await addresses.of(chunk);
  if (address === null) return;
  const bytes = await ports.read(chunk.seq).catch((cause: unknown) => {
    throw new UnreadableChunk(cause);
  });
  if (bytes === null) throw new MissingChunk();
  try {
    await ports.put(address, bytes, signal);
  } catch (error) {
    if (!isStoredAlready(error)) throw error;
  }
}

class MissingChunk extends Error {}

class UnreadableChunk extends Error {
  constructor(cause: unknown) {
    super('A chunk cannot be read', { cause });
  }
}

/** Storage takes each number once. */
const isStoredAlready = (error: unknown): boolean => error instanceof StorageFailure && error.status === 412;

const isLost = (item: Item, error: unknown): boolean =>
  error instanceof MissingChunk || (error instanceof UnreadableChunk && ++item.unreadable >= MAX_READS);

const REFUSALS = [401, 403, 404, 409];

const isRefusal = (error: unknown): boolean => error instanceof ApiFailure && REFUSALS.includes(error.status);
