/** The page's side of the worker that records. */
import type { DirectQuality, DirectRecorderListener } from '../direct.ts';
import { isReduced, mainFormat, type Quality, type Size } from '../quality/quality.ts';
import type { RecordingOptions } from './recording.ts';

/** What the page and the worker that records tell each other. */

export type ToRecording =
  | {
      readonly kind: 'start';
      readonly options: RecordingOptions;
      /** Blocks of interleaved samples come here. */
      readonly sound: MessagePort;
      /** Missing where the page sends each picture by itself. */
      readonly pictures: ReadableStream<VideoFrame> | null;
    }
  | { readonly kind: 'picture'; readonly frame: VideoFrame }
  | { readonly kind: 'backlog'; readonly ms: number }
  | { readonly kind: 'stop' };

export type FromRecording =
  /** The encoders are loaded: pictures and sound are taken from now on. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'segment'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'quality'; readonly quality: Quality; readonly camera: Size }
  | { readonly kind: 'failed'; readonly words: string }
  /** A hidden page has no other beat. */
  | { readonly kind: 'beat' }
  | { readonly kind: 'stopped' };

export interface RecordingWorker {
  /** Rejects where the encoders do not begin. */
  readonly ready: Promise<void>;
  /** It has stopped, or failed. */
  readonly over: Promise<void>;
  readonly sendPicture: (frame: VideoFrame) => void;
  /** Some 30 times a second, of which no browser deprives a worker. */
  readonly onBeat: (listener: () => void) => void;
  readonly setBacklogMs: (ms: number) => void;
  readonly stop: () => Promise<void>;
}

/** A device that has broken down may not say that it has stopped. */
const STOP_MAX_MS = 5000;

/** Begins at once. What fails before it is ready rejects `ready`, and is not told to the listener. */
export function createRecordingWorker(
  start: Omit<Extract<ToRecording, { kind: 'start' }>, 'kind'>,
  { onSegment, onQuality, onFailure }: DirectRecorderListener,
): RecordingWorker {
  const worker = new Worker(new URL('./recording.worker.ts', import.meta.url), { type: 'module' });
  const post = (message: ToRecording, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const [ready, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let state: 'loading' | 'recording' | 'over' = 'loading';
  let beat = () => {};

  const end = () => {
    worker.terminate();
    over.resolve();
  };
  const fail = (words: string) => {
    const before = state;
    state = 'over';
    end();
    if (before === 'loading') ready.reject(new Error(words));
    if (before === 'recording') onFailure(new Error(words));
  };
  worker.addEventListener('error', ({ message }) => fail(message));
  worker.addEventListener('message', ({ data }: MessageEvent<FromRecording>) => {
    if (data.kind === 'segment') return onSegment(data.bytes);
    if (data.kind === 'quality') return onQuality(directQualityOf(data.quality, data.camera));
    if (data.kind === 'beat') return beat();
    if (data.kind === 'failed') return fail(data.words);
    if (data.kind === 'stopped') return end();
    state = 'recording';
    ready.resolve();
  });
  post({ kind: 'start', ...start }, start.pictures ? [start.sound, start.pictures] : [start.sound]);
  return {
    ready: ready.promise,
    over: over.promise,
    sendPicture: (frame) => {
      // Nobody would close it there any more.
      if (state === 'over') frame.close();
      else post({ kind: 'picture', frame }, [frame]);
    },
    onBeat: (listener) => {
      beat = listener;
    },
    setBacklogMs: (ms) => post({ kind: 'backlog', ms }),
    stop: () => {
      if (state === 'recording') {
        post({ kind: 'stop' });
        setTimeout(end, STOP_MAX_MS);
      }
      state = 'over';
      return over.promise;
    },
  };
}

function directQualityOf(quality: Quality, camera: Size): DirectQuality {
  const { isFullSize: _, ...sent } = quality;
  const { heightPx } = mainFormat(quality, camera);
  return { ...sent, heightPx, isReduced: isReduced(quality) };
}
