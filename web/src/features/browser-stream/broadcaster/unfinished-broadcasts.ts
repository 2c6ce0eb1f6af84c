import type { BrowserStream } from '#shared/live/browser-stream.ts';
import { CHUNK_RECOVERY_MS, MAX_BROADCAST_MS } from '#shared/limits.ts';
import { isPassing } from '#web/lib/api/patience/retry.ts';
import { singleFlight } from '#web/lib/async/single-flight.ts';
import type { Network } from '../pieces/piece-schedule.ts';
import { isResumable, recordedOf, type StoredBroadcast } from '../pieces/piece-store.ts';
import type { WaitingPiece } from '../pieces/piece.ts';
import type { BroadcastStore } from './broadcast-store.ts';
import { type BroadcastUpload, createUpload } from './piece-upload.ts';
import type { BroadcasterPorts } from './broadcaster-ports.ts';
import { type Continuation, continueBroadcast } from './continuation.ts';
import { reportStop } from './broadcast-requests.ts';

/** After this time no broadcast accepts chunks. */
const TOO_OLD_MS = MAX_BROADCAST_MS + CHUNK_RECOVERY_MS;

export class Recovery {
  readonly #userId: string;
  readonly #ports: BroadcasterPorts;
  readonly #store: BroadcastStore;
  #found: StoredBroadcast | null = null;
  #upload: BroadcastUpload | null = null;
  #waiting = new AbortController();

  constructor(userId: string, ports: BroadcasterPorts, store: BroadcastStore) {
    this.#userId = userId;
    this.#ports = ports;
    this.#store = store;
  }

  /** Searches for an unfinished broadcast, unless one is known already. */
  readonly findUnfinished = singleFlight(async () => {
    if (this.#found) return;
    await this.#search().catch((error: unknown) =>
      this.#ports.log('Error looking for unfinished broadcasts', error),
    );
  });

  finish(): Promise<void> {
    return this.#withFound((broadcast) => this.#send(broadcast));
  }

  drop(): Promise<void> {
    return this.#withFound((broadcast) => this.#drop(broadcast));
  }

  /** Leaves the rest of the upload for later. */
  stopWaiting(): void {
    this.#waiting.abort();
    this.#upload?.queue.stop();
  }

  /** Continues the interrupted broadcast. Throws the API's refusal; `null` where another tab has it. */
  async continueInterrupted(): Promise<{
    readonly broadcast: StoredBroadcast;
    readonly continuation: Continuation;
  } | null> {
    const broadcast = this.#found;
    if (!broadcast || !this.#store.state().interrupted) return null;
    this.#show(null);
    const continuation = await continueBroadcast(broadcast, this.#ports);
    return continuation && { broadcast, continuation };
  }

  /** Ends the interrupted broadcast, and then uploads what is left of it. */
  async endInterrupted(): Promise<void> {
    await this.#withFound(async (broadcast) => {
      await this.#reportStop(broadcast, new AbortController().signal);
      this.#show(broadcast, await this.#ports.store.pieces(broadcast.streamId));
      await this.#send(broadcast);
    });
  }

  /** A new broadcast has ended the interrupted one; the rest of it can be uploaded. */
  async giveUpInterrupted(): Promise<void> {
    const broadcast = this.#found;
    if (!broadcast || !this.#store.state().interrupted) return;
    const chunks = await this.#ports.store.pieces(broadcast.streamId).catch(() => []);
    this.#show(chunks.length > 0 ? broadcast : null, chunks);
  }

  #show(broadcast: StoredBroadcast | null, chunks: readonly WaitingPiece[] = []): void {
    this.#found = broadcast;
    this.#store.set({ unfinished: broadcast && { ...broadcast, ...sizeOf(chunks) }, interrupted: null });
  }

  #showInterrupted(broadcast: StoredBroadcast): void {
    this.#found = broadcast;
    this.#store.set({ unfinished: null, interrupted: broadcast });
  }

  async #search(): Promise<void> {
    const all = await this.#ports.store.broadcasts(this.#userId);
    for (const broadcast of all.toSorted((a, b) => b.startedAtMs - a.startedAtMs)) {
      const unlock = await this.#ports.lock(broadcast.streamId);
      if (unlock) await this.#consider(broadcast).finally(unlock);
      if (this.#found) return;
    }
  }

  /** Offers to continue a live broadcast, else to upload waiting chunks; one without is ended silently. */
  async #consider(broadcast: StoredBroadcast): Promise<void> {
    const { store, clockMs } = this.#ports;
    const { streamId, startedAtMs } = broadcast;
    if (clockMs() - startedAtMs > TOO_OLD_MS) return store.drop(streamId);
    if (isResumable(broadcast) && (await this.#mayBeLive(streamId))) return this.#showInterrupted(broadcast);
    const chunks = await store.pieces(streamId);
    if (chunks.length > 0) return this.#show(broadcast, chunks);
    if (await this.#reportStop(broadcast, AbortSignal.abort())) await store.drop(streamId);
  }

  async #mayBeLive(streamId: string): Promise<boolean> {
    try {
      return (await this.#ports.fetchBroadcast(streamId)).status === 'live';
    } catch (error) {
      return isPassing(error);
    }
  }

  async #withFound(act: (broadcast: StoredBroadcast) => Promise<void>): Promise<void> {
    const broadcast = this.#found;
    if (!broadcast || this.#store.state().isRecovering) return;
    this.#store.set({ isRecovering: true });
    try {
      const unlock = await this.#ports.lock(broadcast.streamId);
      // Another tab has it.
      if (unlock) await act(broadcast).finally(unlock);
      else this.#show(null);
    } catch (error) {
      this.#store.emit({ kind: 'recovery-failed', error });
    }
    this.#store.set({ isRecovering: false });
    await this.findUnfinished();
  }

  async #send(broadcast: StoredBroadcast): Promise<void> {
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    const end = await this.#deliver(broadcast);
    const receipt = await this.#reportStop(broadcast, signal);
    if (end !== 'stored') return;
    if (receipt) await this.#ports.store.drop(broadcast.streamId);
    this.#show(null);
    this.#store.emit({ kind: 'recovered', receipt });
  }

  /** Uploads its chunks. Throws the API's refusal. */
  async #deliver(broadcast: StoredBroadcast): Promise<'stored' | 'stopped'> {
    let refusal: unknown = null;
    const upload: BroadcastUpload = createUpload(broadcast.streamId, this.#ports, {
      onProgress: () => this.#show(broadcast, upload.queue.waiting()),
      onNetwork: (network) => this.#reportNetwork(network),
      onRefused: (error) => {
        refusal = error;
      },
    });
    this.#upload = upload;
    upload.add(await this.#ports.store.pieces(broadcast.streamId));
    const end = await upload.queue.drained();
    upload.queue.stop();
    this.#upload = null;
    this.#reportNetwork('fine');
    if (end === 'refused') throw refusal;
    return end;
  }

  /** A running broadcast reports its own network state. */
  #reportNetwork(network: Network): void {
    if (this.#store.state().streamId === null) this.#store.set({ network });
  }

  async #drop(broadcast: StoredBroadcast): Promise<void> {
    await this.#ports.store.drop(broadcast.streamId);
    this.#show(null);
    // So that its receipt counts the missing chunks.
    await this.#reportStop(broadcast, AbortSignal.abort());
  }

  #reportStop(broadcast: StoredBroadcast, signal: AbortSignal): Promise<BrowserStream | null> {
    return reportStop(this.#ports, broadcast.streamId, recordedOf(broadcast), signal);
  }
}

const sizeOf = (chunks: readonly WaitingPiece[]) => ({
  waitingChunks: chunks.length,
  waitingBytes: chunks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
});
