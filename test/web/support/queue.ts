/** A queue of chunks on its way to a fake server. */
import { vi } from 'vitest';
import {
  PieceQueue,
  type PieceQueueListener,
  type PieceQueuePorts,
} from '#web/features/browser-stream/pieces/piece-queue.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import { bytesOf, chunksTo, createFakeNetwork, createFakeServer, senderTo, until } from './browser-stream.ts';

interface QueueOptions {
  /** @default compatible */
  readonly way?: Way;
  readonly server?: ReturnType<typeof createFakeServer>;
  readonly readAs?: PieceQueuePorts['read'];
}

/** So many chunks wait. */
export function startQueue(
  count: number,
  {
    way = 'compatible',
    server = createFakeServer(),
    readAs = async ({ seq }) => bytesOf(seq),
  }: QueueOptions = {},
) {
  server.way = way;
  const network = createFakeNetwork();
  const forgotten: number[] = [];
  const networks: string[] = [];
  const log = vi.fn<(words: string, error: unknown) => void>();
  const listener = {
    onStored: vi.fn<PieceQueueListener['onStored']>(),
    onLost: vi.fn<PieceQueueListener['onLost']>(),
    onNetwork: (state) => networks.push(state),
    onRefused: vi.fn<PieceQueueListener['onRefused']>(),
  } satisfies PieceQueueListener;
  const read = vi.fn<PieceQueuePorts['read']>(readAs);
  const queue: PieceQueue = new PieceQueue(
    {
      ...network.ports,
      send: senderTo(server, way, () => queue.waiting()),
      read,
      forget: async ({ seq }) => void forgotten.push(seq),
      log,
    },
    listener,
  );
  queue.add(chunksTo(count, way));
  let end: string | null = null;
  void queue.drained().then((how) => {
    end = how;
  });
  const atRest = async () => {
    await until(() => end !== null);
    return end;
  };
  return { server, network, queue, listener, forgotten, networks, read, log, atRest };
}

export const numbers = (count: number): number[] => chunksTo(count).map(({ seq }) => seq);
export const inOrder = (seqs: Iterable<number>): number[] => [...seqs].toSorted((a, b) => a - b);
