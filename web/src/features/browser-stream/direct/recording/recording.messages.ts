/** What the page and the worker that records tell each other. */
import type { Quality, Size } from '../quality/quality.ts';
import type { RecordingOptions } from './recording.ts';

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
