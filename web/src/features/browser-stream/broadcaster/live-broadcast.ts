/** One broadcast, from its confirmed start until all of it is stored: specification §4 (live → ended). */
import type { BrowserStream, EndedBy } from '#shared/live/browser-stream.ts';
import { isPassingStatus, statusOf } from '#web/lib/api/patience/retry.ts';
import { totalOf } from '../pieces/piece.ts';
import { sendPictures, watchForEnd, watchForPauses } from './background-tasks.ts';
import type { Continuation } from './continuation.ts';
import { recordBroadcast } from './record-broadcast.ts';
import type { BroadcastStore } from './broadcast-store.ts';
import { type BroadcastUpload, createUpload, type UploadListener } from './piece-upload.ts';
import type { BroadcasterPorts } from './broadcaster-ports.ts';
import { reportStop } from './broadcast-requests.ts';
import type { ChosenWay } from './way-choice.ts';

/** Pause after a refusal while the API still reports the broadcast as live. */
const REFUSAL_PAUSE_MS = 3000;

export interface LiveOptions extends ChosenWay {
  readonly userId: string;
  readonly streamId: string;
  readonly title: string;
  readonly recordingId: string;
  readonly startedAtMs: number;
  /** Set where another page began it. */
  readonly continuation?: Continuation | undefined;
  readonly media: MediaStream;
  readonly ports: BroadcasterPorts;
  readonly store: BroadcastStore;
  readonly releaseCamera: () => void;
  /** Called after it has ended, for any reason. */
  readonly onEnded: () => void;
}

/**
 * It ends in one of three ways, after which all are the same: `end` delivers every chunk and reports the end, also where
 * the server or the recorder has ended it; `stopWaiting` then leaves chunks for later; `abandon` leaves them at once.
 */
export class LiveBroadcast {
  readonly #options: LiveOptions;
  readonly #upload: BroadcastUpload;
  readonly #recording: ReturnType<typeof recordBroadcast>;
  /** Resolves to the function that allows other tabs to finish the upload. */
  readonly #locked: Promise<() => void>;
  /** Aborted by the end of the recording: what runs beside it. */
  readonly #onAir = new AbortController();
  /** Aborted by `stopWaiting`: the waits for the recorder and the server. */
  readonly #delivery = new AbortController();
  #sendsPictures = false;
  /** Whether another page finds it in this browser. */
  #isStored = false;
  #ending: Promise<void> | null = null;

  /** Starts recording at once. Throws if the browser refuses. */
  constructor(options: LiveOptions) {
    const { streamId, startedAtMs, way, continuation, ports, store } = options;
    this.#options = options;
    this.#isStored = continuation !== undefined;
    const listener: UploadListener = {
      onProgress: (progress) => {
        store.set(progress);
        this.#recording.setBacklogMs(this.#upload.queue.backlogMs());
      },
      onNetwork: (network) => store.set({ network }),
      onRefused: (refusal) => void this.#refused(refusal),
    };
    this.#upload = createUpload(streamId, ports, listener, continuation);
    try {
      this.#recording = this.#record();
    } catch (error) {
      this.#upload.queue.stop();
      throw error;
    }
    store.set({ startedAtMs, clockZeroMs: startedAtMs, streamId, way });
    this.#upload.add(continuation?.waiting ?? []);
    this.#locked = continuation ? Promise.resolve(continuation.unlock) : this.#register();
    watchForPauses(ports, this.#onAir.signal, (ms) => store.emit({ kind: 'page-paused', ms }));
    void watchForEnd(streamId, ports, this.#onAir.signal, (by) => this.#endedElsewhere(by));
  }

  end(): Promise<void> {
    this.#ending ??= this.#conclude();
    return this.#ending;
  }

  /** Leaves the rest of the upload for later. */
  stopWaiting(): void {
    this.#delivery.abort();
    this.#upload.queue.stop();
  }

  /** Reports that the page unloads: another page may continue the broadcast, unless it has changed its way. */
  announceUnload(): void {
    const { streamId, continuation, ports, store } = this.#options;
    const mayContinue = !store.state().hasChangedWay && !this.#ending;
    if (mayContinue && this.#isStored) ports.pauseWithoutAnswer(streamId, continuation?.session ?? 0);
    else this.#announceStop();
  }

  /** Recorded chunks stay in this browser. */
  #announceStop(): void {
    this.#options.ports.stopWithoutAnswer(this.#options.streamId, totalOf(this.#upload.count()));
  }

  /** Stops at once after a logout, with a last report to the server. */
  abandon(): Promise<void> {
    this.#announceStop();
    this.#onAir.abort();
    this.stopWaiting();
    this.#ending ??= this.#closeRecording()
      .then(() => this.#unlock())
      .then(() => this.#finish());
    return this.#ending;
  }

  /** Locks it against other tabs, and stores it for recovery after a crash. Without storage it still goes live. */
  async #register(): Promise<() => void> {
    const { userId, streamId, title, startedAtMs, way, recordingId, ports } = this.#options;
    const begin = async () => {
      await ports.store.begin({ userId, streamId, title, startedAtMs, recordingId, way, chunkCount: 0 });
      this.#isStored = true;
    };
    const [unlock] = await Promise.all([
      ports.lock(streamId).catch(() => null),
      begin().catch((error: unknown) => ports.log('This browser keeps no chunks', error)),
    ]);
    return unlock ?? (() => {});
  }

  async #unlock(): Promise<void> {
    (await this.#locked)();
  }

  #record() {
    const { media, continuation, startedAtMs, ports, store } = this.#options;
    const options = { ...this.#options, clock: continuation?.clock };
    return recordBroadcast(options, media, ports, {
      onChunk: (way, blob) => {
        this.#upload.take(way, blob);
        if (way === 'direct') this.#sendPictures();
      },
      onBegin: (clockZeroMs) => store.set({ clockZeroMs }),
      onQuality: (quality) => store.set({ quality }),
      // The server continues the clock from the time of the start.
      onChangedWay: () =>
        store.set({ way: 'compatible', hasChangedWay: true, quality: null, clockZeroMs: startedAtMs }),
      onFailure: (error) => this.#recordingFailed(error),
    });
  }

  /** Starts with the first segment. */
  #sendPictures(): void {
    if (this.#sendsPictures) return;
    this.#sendsPictures = true;
    const { streamId, ports, store } = this.#options;
    void sendPictures(streamId, ports, () => store.state().media, this.#onAir.signal);
  }

  async #conclude(): Promise<void> {
    const { streamId, startedAtMs, ports, store } = this.#options;
    const elapsedS = Math.max(0, ports.clockMs() - startedAtMs) / 1000;
    this.#onAir.abort();
    store.move('end');
    const chunkCount = await this.#closeRecording();
    const { end, receipt } = await this.#upload.deliver(() => this.#reportStop(chunkCount));
    if (end === 'stored' && receipt) {
      await ports.store.drop(streamId).catch((error: unknown) => ports.log('Error forgetting', error));
    }
    await this.#unlock();
    const { chunks } = store.state();
    this.#finish();
    store.emit({ kind: 'ended', chunks, elapsedS, receipt });
  }

  #finish(): void {
    this.#options.store.offAir();
    this.#options.onEnded();
  }

  async #closeRecording(): Promise<number> {
    const { streamId, ports, releaseCamera } = this.#options;
    await this.#recording.stop(this.#delivery.signal);
    releaseCamera();
    await this.#upload.settled();
    const count = this.#upload.count();
    await ports.store.setCount(streamId, count).catch((error: unknown) => ports.log('Error keeping', error));
    return totalOf(count);
  }

  #reportStop(chunkCount: number): Promise<BrowserStream | null> {
    const { streamId, ports } = this.#options;
    return reportStop(ports, streamId, chunkCount, this.#delivery.signal);
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
    // After a logout no upload is possible; see `abandon`.
    if (statusOf(refusal) === 401 || this.#ending) return;
    const found = await ports.fetchBroadcast(streamId).catch((error: unknown) => {
      ports.log('Error reading the broadcast', error);
      return isPassingStatus(statusOf(error)) ? 'unknown' : null;
    });
    if (found !== 'unknown' && found?.status !== 'live') return this.#endedElsewhere(found?.ended_by ?? null);
    await ports.sleep(REFUSAL_PAUSE_MS, this.#delivery.signal).catch(() => {});
    this.#upload.queue.resume();
  }
}
