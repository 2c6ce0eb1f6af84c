/** One broadcast from the server's word that it has begun until all of it is stored: specification §4 (live → ended). */
import type { BrowserStream, EndedBy } from '../../../../../shared/browser-stream.ts';
import { statusOf } from '../../../lib/api/retry.ts';
import type { Recorder } from '../camera/recorder.ts';
import type { QueueEnd } from '../chunks/chunk.queue.ts';
import type { BroadcastStore } from './broadcast.store.ts';
import { type BroadcastUpload, createBroadcastUpload } from './broadcast.upload.ts';
import { watchForEnd } from './broadcast.watch.ts';
import { type BroadcasterPorts, reportStop } from './broadcaster.ports.ts';

/** The API refused, yet says that the broadcast is live. */
const REFUSAL_PAUSE_MS = 3000;

export interface LiveOptions {
  readonly userId: string;
  readonly streamId: string;
  readonly title: string;
  readonly media: MediaStream;
  readonly ports: BroadcasterPorts;
  readonly store: BroadcastStore;
  readonly releaseCamera: () => void;
  /** It has ended, in whatever way. */
  readonly onOver: () => void;
}

export class LiveBroadcast {
  readonly #options: LiveOptions;
  readonly #upload: BroadcastUpload;
  readonly #recorder: Recorder;
  /** Answers how to unlock it. */
  readonly #locked: Promise<() => void>;
  readonly #waiting = new AbortController();
  readonly #watching = new AbortController();
  #ending: Promise<void> | null = null;

  /** Begins to record at once. Throws where the browser refuses. */
  constructor(options: LiveOptions) {
    const { streamId, media, ports, store } = options;
    this.#options = options;
    this.#upload = createBroadcastUpload(streamId, ports, {
      onProgress: store.set,
      onNetwork: (network) => store.set({ network }),
      onRefused: (refusal) => void this.#refused(refusal),
    });
    this.#recorder = ports.startRecorder(media, {
      onChunk: this.#upload.take,
      onFailure: (error) => this.#recordingFailed(error),
    });
    this.#locked = lockAndRemember(options);
    void watchForEnd(streamId, ports, this.#watching.signal, (by) => this.#endedElsewhere(by));
  }

  /** Ends when all is stored, or what could be. */
  end(): Promise<void> {
    this.#ending ??= this.#conclude();
    return this.#ending;
  }

  /** Leaves what is not stored for later. */
  stopWaiting(): void {
    this.#waiting.abort();
    this.#upload.stop();
  }

  /** Tells the server that it is over, while that can be told: the page goes away. What is recorded stays kept. */
  leave(): void {
    this.#options.ports.lastWord(this.#options.streamId, this.#upload.count());
  }

  /** Stops at once with a last word to the server: whose it was has logged out. */
  abandon(): Promise<void> {
    this.leave();
    this.#watching.abort();
    this.stopWaiting();
    this.#ending ??= this.#closeRecording()
      .then(() => this.#unlock())
      .then(() => this.#over());
    return this.#ending;
  }

  async #conclude(): Promise<void> {
    const { store } = this.#options;
    this.#watching.abort();
    store.set({ phase: 'ending' });
    const { end, receipt } = await this.#deliver(await this.#closeRecording());
    this.#upload.stop();
    if (end === 'stored' && receipt) await this.#forget();
    await this.#unlock();
    const { chunks } = store.state();
    this.#over();
    store.emit({ kind: 'ended', chunks, receipt });
  }

  async #unlock(): Promise<void> {
    (await this.#locked)();
  }

  #over(): void {
    this.#options.store.offAir();
    this.#options.onOver();
  }

  /** The tail is kept, and the camera off. Answers how many chunks were recorded. */
  async #closeRecording(): Promise<number> {
    const { streamId, ports, releaseCamera } = this.#options;
    await this.#recorder.stop();
    releaseCamera();
    const chunkCount = await this.#upload.settled();
    await ports.store
      .setCount(streamId, chunkCount)
      .catch((error: unknown) => ports.log('Error keeping', error));
    return chunkCount;
  }

  /** Waits for storage, then tells the server. An ended broadcast may take its chunks once their number is known. */
  async #deliver(chunkCount: number): Promise<{ end: QueueEnd; receipt: BrowserStream | null }> {
    let end = await this.#upload.drained();
    if (end === 'refused') {
      await this.#reportStop(chunkCount);
      this.#upload.resume();
      end = await this.#upload.drained();
    }
    return { end, receipt: await this.#reportStop(chunkCount) };
  }

  #reportStop(chunkCount: number): Promise<BrowserStream | null> {
    const { streamId, ports } = this.#options;
    return reportStop(ports, streamId, chunkCount, this.#waiting.signal);
  }

  async #forget(): Promise<void> {
    const { streamId, ports } = this.#options;
    await ports.store.drop(streamId).catch((error: unknown) => ports.log('Error forgetting', error));
  }

  #recordingFailed(error: unknown): void {
    this.#options.ports.log('Error recording', error);
    this.#options.store.emit({ kind: 'recording-failed' });
    void this.end();
  }

  #endedElsewhere(by: EndedBy | null): void {
    if (this.#ending) return;
    this.#options.store.emit({ kind: 'ended-elsewhere', by: by ?? 'silence' });
    void this.end();
  }

  async #refused(refusal: unknown): Promise<void> {
    const { streamId, ports } = this.#options;
    // After a logout there is nobody who could upload; see `abandon`.
    if (statusOf(refusal) === 401 || this.#ending) return;
    const found = await ports.look(streamId).catch(() => null);
    if (found?.status !== 'live') return this.#endedElsewhere(found?.ended_by ?? null);
    await ports.sleep(REFUSAL_PAUSE_MS, this.#waiting.signal).catch(() => {});
    this.#upload.resume();
  }
}

/** Keeps the broadcast in mind, for a visit after a crash; and from other tabs. Answers how to unlock it. */
async function lockAndRemember({ userId, streamId, title, ports, store }: LiveOptions): Promise<() => void> {
  const startedAtMs = ports.clockMs();
  store.set({ startedAtMs, streamId });
  const broadcast = { userId, streamId, title, startedAtMs, chunkCount: 0 };
  const [unlock] = await Promise.all([
    ports.lock(streamId).catch(() => null),
    ports.store.begin(broadcast).catch((error: unknown) => ports.log('This browser keeps no chunks', error)),
  ]);
  return unlock ?? (() => {});
}
