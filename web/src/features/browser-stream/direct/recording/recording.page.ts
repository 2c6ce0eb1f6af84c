import { createDeferred } from '#web/lib/async/deferred.ts';
import { inTime } from '#web/lib/wait.ts';
import type { DirectQuality, DirectRecorderListener } from '../direct.ts';
import type { Size } from '../encode/codec.ts';
import { isReduced, mainFormat, type Quality } from '../quality/quality.ts';
import type { RecordingOptions } from './recording.ts';

export type ToRecording =
  | {
      readonly kind: 'start';
      readonly options: RecordingOptions;
      readonly sound: MessagePort;
      /** `null` if the page sends each frame as a message. */
      readonly pictures: ReadableStream<VideoFrame> | null;
    }
  | { readonly kind: 'picture'; readonly frame: VideoFrame }
  | { readonly kind: 'backlog'; readonly ms: number }
  | { readonly kind: 'stop' };

export type FromRecording =
  /** The encoders are loaded: frames and sound are recorded from now on. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'begun'; readonly clockZeroMs: number }
  | { readonly kind: 'segment'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'quality'; readonly quality: Quality; readonly camera: Size }
  | { readonly kind: 'failed'; readonly reason: string }
  /** A timer tick for hidden pages, whose own timers are throttled. */
  | { readonly kind: 'beat' }
  | { readonly kind: 'stopped' };

/** A failed device may not report that it has stopped. */
const STOP_MAX_MS = 5000;

/** Starts at once. A failure before it is ready rejects `ready` and is not reported to the listener. */
export function createRecordingWorker(
  start: Omit<Extract<ToRecording, { kind: 'start' }>, 'kind'>,
  { onBegin, onSegment, onQuality, onFailure }: DirectRecorderListener,
) {
  const worker = new Worker(new URL('./recording.worker.ts', import.meta.url), { type: 'module' });
  const post = (message: ToRecording, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const [ready, stopped] = [createDeferred(), createDeferred()];
  let state: 'loading' | 'recording' | 'stopped' = 'loading';
  let beat = () => {};

  const end = () => {
    worker.terminate();
    stopped.resolve();
  };
  const fail = (reason: string) => {
    const before = state;
    state = 'stopped';
    end();
    if (before === 'loading') ready.reject(new Error(reason));
    if (before === 'recording') onFailure(new Error(reason));
  };
  worker.addEventListener('error', ({ message }) => fail(message));
  worker.addEventListener('message', ({ data }: MessageEvent<FromRecording>) => {
    if (data.kind === 'begun') return onBegin?.(data.clockZeroMs);
    if (data.kind === 'segment') return onSegment(data.bytes);
    if (data.kind === 'quality') return onQuality(directQualityOf(data.quality, data.camera));
    if (data.kind === 'beat') return beat();
    if (data.kind === 'failed') return fail(data.reason);
    if (data.kind === 'stopped') return end();
    state = 'recording';
    ready.resolve();
  });
  post({ kind: 'start', ...start }, start.pictures ? [start.sound, start.pictures] : [start.sound]);
  return {
    /** Rejects if the encoders do not start. */
    ready: ready.promise,
    /** It has stopped, or failed. */
    stopped: stopped.promise,
    sendPicture: (frame: VideoFrame) => {
      // The ended worker would not close it.
      if (state === 'stopped') frame.close();
      else post({ kind: 'picture', frame }, [frame]);
    },
    /** Calls the listener about 30 times a second, because workers' timers are not throttled. */
    onBeat: (listener: () => void) => {
      beat = listener;
    },
    setBacklogMs: (ms: number) => post({ kind: 'backlog', ms }),
    stop: () => {
      if (state === 'recording') {
        post({ kind: 'stop' });
        inTime(stopped.promise, STOP_MAX_MS).catch(() => end());
      }
      state = 'stopped';
      return stopped.promise;
    },
  };
}

function directQualityOf(quality: Quality, camera: Size): DirectQuality {
  const { isFullSize: _, ...sent } = quality;
  const { heightPx } = mainFormat(quality, camera);
  return { ...sent, heightPx, isReduced: isReduced(quality) };
}
