/** What an earlier visit has left unfinished: found, offered, uploaded or dropped. */
import { CHUNK_RECOVERY_MS, MAX_BROADCAST_MS } from '../../../../../shared/limits.ts';
import { singleFlight } from '../../../lib/single-flight.ts';
import { type BroadcastUpload, createBroadcastUpload } from './broadcast.upload.ts';
import { type BroadcasterPorts, tellStop } from './broadcaster.ports.ts';
import type { Teller } from './broadcaster.teller.ts';
import type { Network } from '../chunks/chunk.pace.ts';
import type { StoredBroadcast } from '../chunks/chunk.store.ts';
import type { WaitingChunk } from '../chunks/chunk.ts';

/** After this no broadcast takes chunks any more, however long it was. */
const TOO_OLD_MS = MAX_BROADCAST_MS + CHUNK_RECOVERY_MS;

export interface Recovery {
  /** Looks for one, unless there is one already. */
  look(): Promise<void>;
  finish(): Promise<void>;
  drop(): Promise<void>;
  /** Leaves what is not uploaded for later. */
  stopWaiting(): void;
}

interface RecoveryOptions {
  readonly userId: string;
  readonly ports: BroadcasterPorts;
  readonly teller: Teller;
}

export function createRecovery({ userId, ports, teller }: RecoveryOptions): Recovery {
  const { store, log } = ports;
  let found: StoredBroadcast | null = null;
  let waiting = new AbortController();
  let upload: BroadcastUpload | null = null;

  const show = (broadcast: StoredBroadcast | null, chunks: readonly WaitingChunk[] = []) => {
    found = broadcast;
    teller.set({ unfinished: broadcast && { ...broadcast, ...sizeOf(chunks) } });
  };

  const lookOnce = async () => {
    const all = await store.broadcasts(userId);
    for (const broadcast of all.toSorted((a, b) => b.startedAtMs - a.startedAtMs)) {
      const letGo = await ports.hold(broadcast.streamId);
      if (letGo) await consider(broadcast).finally(letGo);
      if (found) return;
    }
  };
  /** Offers it where chunks wait; what is over in all but name is brought to its end quietly. */
  const consider = async (broadcast: StoredBroadcast) => {
    const { streamId, startedAtMs, chunkCount } = broadcast;
    if (ports.clockMs() - startedAtMs > TOO_OLD_MS) return store.drop(streamId);
    const chunks = await store.chunks(streamId);
    if (chunks.length > 0) return show(broadcast, chunks);
    if (await tellStop(ports, streamId, chunkCount, AbortSignal.abort())) await store.drop(streamId);
  };
  const look = singleFlight(async () => {
    if (found) return;
    await lookOnce().catch((error: unknown) => log('Error looking for unfinished broadcasts', error));
  });

  /** Does something with the one that was found, as the one tab that does. */
  const withFound = async (act: (broadcast: StoredBroadcast) => Promise<void>) => {
    if (!found || teller.state().isRecovering) return;
    const broadcast = found;
    teller.set({ isRecovering: true });
    try {
      const letGo = await ports.hold(broadcast.streamId);
      // Another tab was faster.
      if (letGo) await act(broadcast).finally(letGo);
      else show(null);
    } catch (error) {
      teller.emit({ kind: 'recovery-failed', error });
    }
    teller.set({ isRecovering: false });
    await look();
  };

  /** A broadcast that goes on tells of its own. */
  const tellNetwork = (network: Network) => {
    if (teller.state().streamId === null) teller.set({ network });
  };
  const send = async (broadcast: StoredBroadcast) => {
    const { streamId, chunkCount } = broadcast;
    waiting = new AbortController();
    let refusal: unknown = null;
    const mine = createBroadcastUpload(streamId, ports, {
      onProgress: () => show(broadcast, mine.waiting()),
      onNetwork: tellNetwork,
      onRefused: (error) => {
        refusal = error;
      },
    });
    upload = mine;
    mine.add(await store.chunks(streamId));
    const drained = await mine.drained();
    mine.stop();
    upload = null;
    tellNetwork('fine');
    if (drained === 'refused') throw refusal;
    const receipt = await tellStop(ports, streamId, chunkCount, waiting.signal);
    if (drained !== 'stored') return;
    if (receipt) await store.drop(streamId);
    show(null);
    teller.emit({ kind: 'recovered', receipt });
  };

  const drop = async ({ streamId, chunkCount }: StoredBroadcast) => {
    await store.drop(streamId);
    show(null);
    // Its receipt then tells how many are missing.
    await tellStop(ports, streamId, chunkCount, AbortSignal.abort());
  };

  return {
    look,
    finish: () => withFound(send),
    drop: () => withFound(drop),
    stopWaiting: () => {
      waiting.abort();
      upload?.stop();
    },
  };
}

const sizeOf = (chunks: readonly WaitingChunk[]) => ({
  waitingChunks: chunks.length,
  waitingBytes: chunks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
});
