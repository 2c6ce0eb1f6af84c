import type { Recorder } from '../camera/recorder.ts';
import type { Way } from '../../../../../shared/live/browser-stream.ts';
import type { DirectQuality, DirectRecorder } from '../direct/direct.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';
import type { ChosenWay } from './broadcaster.way.ts';

interface RecordingListener {
  /** Gets a segment (direct way) or a slice of WebM (compatible way). */
  readonly onChunk: (way: Way, blob: Blob) => void;
  readonly onQuality: (quality: DirectQuality) => void;
  readonly onChangedWay: () => void;
  /** Earlier chunks are valid. */
  readonly onFailure: (error: unknown) => void;
}

type RecordingPorts = Pick<BroadcasterPorts, 'startRecorder' | 'startDirectRecorder' | 'log'>;

export class BroadcastRecording {
  readonly #media: MediaStream;
  readonly #ports: RecordingPorts;
  readonly #listener: RecordingListener;
  #starting: Promise<void> | null = null;
  #direct: DirectRecorder | null = null;
  #compatible: Recorder | null = null;
  #isStopping = false;

  /** Begins to record. Throws where the browser refuses the compatible way. */
  constructor(
    { way, canSmall }: ChosenWay,
    media: MediaStream,
    ports: RecordingPorts,
    listener: RecordingListener,
  ) {
    this.#media = media;
    this.#ports = ports;
    this.#listener = listener;
    if (way === 'direct') this.#starting = this.#recordDirect(canSmall);
    else this.#recordCompatible();
  }

  /** The direct way adapts its quality to the age of unsent data, in ms. */
  setBacklogMs(ms: number): void {
    this.#direct?.setBacklogMs(ms);
  }

  /** Resolves after the last chunk was passed on. May be called again. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (!this.#recorder()) await this.#starting;
    await this.#recorder()?.stop();
  }

  #recorder(): Recorder | null {
    return this.#compatible ?? this.#direct;
  }

  async #recordDirect(mayHaveSmall: boolean): Promise<void> {
    const { onChunk, onQuality } = this.#listener;
    const listener = {
      onSegment: (bytes: Uint8Array<ArrayBuffer>) => onChunk('direct', new Blob([bytes])),
      onQuality,
      onFailure: (error: unknown) => this.#changeWay(error),
    };
    try {
      this.#direct = await this.#ports.startDirectRecorder(this.#media, listener, { mayHaveSmall });
    } catch (error) {
      this.#changeWay(error);
    }
  }

  #recordCompatible(): void {
    const { onChunk, onFailure } = this.#listener;
    this.#compatible = this.#ports.startRecorder(this.#media, {
      onChunk: (blob) => onChunk('compatible', blob),
      onFailure,
    });
  }

  #changeWay(cause: unknown): void {
    if (this.#compatible || this.#isStopping) return;
    this.#ports.log('Error recording the direct way', cause);
    this.#direct = null;
    try {
      this.#recordCompatible();
      this.#listener.onChangedWay();
    } catch (error) {
      this.#listener.onFailure(error);
    }
  }
}
