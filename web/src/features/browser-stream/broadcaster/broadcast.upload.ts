/** Uploads and counts the chunks of one broadcast, from the recorder to storage. */
import type { BroadcastState } from '../broadcast.ts';
import { createChunkIntake, createChunkKeeper } from '../chunks/chunk.intake.ts';
import { presignedSender, type SendChunk } from '../chunks/chunk.transfer.ts';
import { ChunkQueue, type ChunkQueueListener } from '../chunks/chunk.queue.ts';
import type { WaitingChunk } from '../chunks/chunk.ts';
import type { BrowserStream, Way } from '#shared/live/browser-stream.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';
import type { Continuation } from './broadcast.continuation.ts';

export interface UploadListener extends Pick<ChunkQueueListener, 'onNetwork' | 'onRefused'> {
  readonly onProgress: (progress: Pick<BroadcastState, 'chunks' | 'lostChunks'>) => void;
}

export type BroadcastUpload = ReturnType<typeof createUpload>;

/** `nextSeq`: the number of the first segment or chunk, where earlier ones were recorded by another page. */
export function createUpload(
  streamId: string,
  ports: BroadcasterPorts,
  listener: UploadListener,
  {
    way = 'direct',
    nextSeq = 0,
    waiting = [],
  }: Partial<Pick<Continuation, 'way' | 'nextSeq' | 'waiting'>> = {},
) {
  const keeper = createChunkKeeper({ store: ports.store, streamId, log: ports.log });
  // The waiting ones are added by the caller.
  const earlier = nextSeq - waiting.length;
  let [recorded, stored, lost] = [earlier, earlier, 0];
  const report = () => listener.onProgress({ chunks: { recorded, stored }, lostChunks: lost });

  const queue: ChunkQueue = new ChunkQueue(
    { ...ports, ...keeper, send: senderOf(streamId, ports, () => queue.waiting()) },
    {
      ...listener,
      onStored: () => {
        stored += 1;
        report();
      },
      onLost: () => {
        [recorded, lost] = [recorded - 1, lost + 1];
        report();
      },
    },
  );
  /** Adds locally stored chunks, in the order of recording. */
  const add = (chunks: readonly WaitingChunk[]) => {
    queue.add(chunks);
    recorded += chunks.length;
    report();
  };
  const { take, settled, count } = createChunkIntake({
    keeper,
    log: ports.log,
    next: { [way]: nextSeq },
    onKept: (chunk) => add([chunk]),
    onLost: () => {
      lost += 1;
      report();
    },
  });

  /**
   * Waits for the upload, then reports the stop; the `receipt` is `null` if the server did not answer. After a refusal it
   * reports first, because an ended broadcast accepts chunks once their number is known.
   */
  const deliver = async (reportStop: () => Promise<BrowserStream | null>) => {
    let end = await queue.drained();
    if (end === 'refused') {
      await reportStop();
      queue.resume();
      end = await queue.drained();
    }
    queue.stop();
    return { end, receipt: await reportStop() };
  };
  return { queue, take, settled, count, add, deliver };
}

/** Sends segments to the API, which publishes them, and WebM to storage, at URLs that the API presigns. */
function senderOf(
  streamId: string,
  ports: BroadcasterPorts,
  waiting: () => readonly WaitingChunk[],
): SendChunk {
  const senders: Record<Way, SendChunk> = {
    direct: (chunk, bytes, signal) => ports.putSegment(streamId, chunk, bytes, signal),
    compatible: presignedSender({
      fetchAddresses: (chunks, signal) => ports.fetchAddresses(streamId, chunks, signal),
      put: ports.put,
      waiting: () => waiting().filter(({ way }) => way === 'compatible'),
    }),
  };
  return (chunk, bytes, signal) => senders[chunk.way](chunk, bytes, signal);
}
