/** Uploads and counts the pieces of one broadcast, from the recorder to storage. */
import type { BroadcastState } from '../broadcast.ts';
import { createPieceIntake, createPieceKeeper } from '../pieces/piece-intake.ts';
import { presignedSender, type SendPiece } from '../pieces/piece-transfer.ts';
import { PieceQueue, type PieceQueueListener } from '../pieces/piece-queue.ts';
import type { WaitingPiece } from '../pieces/piece.ts';
import type { BrowserStream, Way } from '#shared/live/browser-stream.ts';
import type { BroadcasterPorts } from './broadcaster-ports.ts';
import type { Continuation } from './continuation.ts';

export interface UploadListener extends Pick<PieceQueueListener, 'onNetwork' | 'onRefused'> {
  readonly onProgress: (progress: Pick<BroadcastState, 'chunks' | 'lostChunks'>) => void;
}

export type BroadcastUpload = ReturnType<typeof createUpload>;

/** `nextSeq`: the number of the first segment or piece, where earlier ones were recorded by another page. */
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
  const keeper = createPieceKeeper({ store: ports.store, streamId, log: ports.log });
  // The waiting ones are added by the caller.
  const earlier = nextSeq - waiting.length;
  let [recorded, stored, lost] = [earlier, earlier, 0];
  const report = () => listener.onProgress({ chunks: { recorded, stored }, lostChunks: lost });

  const queue: PieceQueue = new PieceQueue(
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
  /** Adds locally stored pieces, in the order of recording. */
  const add = (pieces: readonly WaitingPiece[]) => {
    queue.add(pieces);
    recorded += pieces.length;
    report();
  };
  const { take, settled, count } = createPieceIntake({
    keeper,
    log: ports.log,
    next: { [way]: nextSeq },
    onKept: (piece) => add([piece]),
    onLost: () => {
      lost += 1;
      report();
    },
  });

  /**
   * Waits for the upload, then reports the stop; the `receipt` is `null` if the server did not answer. After a refusal it
   * reports first, because an ended broadcast accepts pieces once their number is known.
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
  waiting: () => readonly WaitingPiece[],
): SendPiece {
  const senders: Record<Way, SendPiece> = {
    direct: (piece, bytes, signal) => ports.putSegment(streamId, piece, bytes, signal),
    compatible: presignedSender({
      fetchAddresses: (pieces, signal) => ports.fetchAddresses(streamId, pieces, signal),
      put: ports.put,
      waiting: () => waiting().filter(({ way }) => way === 'compatible'),
    }),
  };
  return (piece, bytes, signal) => senders[piece.way](piece, bytes, signal);
}
