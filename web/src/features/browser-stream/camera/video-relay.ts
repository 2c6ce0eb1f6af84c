/**
 * A video track that survives a change of the camera, because MediaRecorder fails when its tracks change. Only Chromium
 * can do this without drawing each frame (`MediaStreamTrackProcessor` and `MediaStreamTrackGenerator` of W3C's
 * mediacapture-transform); it works in a background tab too.
 */

import { pictureProcessor } from '../direct/direct.ts';
import { pausedFrame, repeated, upright } from '#web/lib/pictures/still.ts';
import { inTime } from '#web/lib/wait.ts';

export type VideoRelay = ReturnType<typeof createVideoRelay>;

type PictureTrack = MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };

interface Transform {
  readonly MediaStreamTrackGenerator?: new (init: { readonly kind: 'video' }) => PictureTrack;
}

/** Frames that are queued while the page is busy. */
const MAX_WAITING_PICTURES = 8;
/** The last frame is repeated after this time, because recorders write no sound without frames. */
const STILL_AFTER_MS = 500;
const STILL_EVERY_MS = 200;
/** After this time the repeated frame shows that the camera is paused. */
const PAUSED_AFTER_MS = 3000;
/** A paused camera delivers no frame to end with. */
const CLOSING_MAX_MS = 500;

const pictureGenerator = () => (globalThis as Transform).MediaStreamTrackGenerator;

export const canRelayVideo = (): boolean =>
  pictureProcessor() !== undefined && pictureGenerator() !== undefined;

/** A track that shows what is written to it. */
export function createPictureTrack(): PictureTrack {
  const Generator = pictureGenerator();
  if (!Generator) throw new Error('This browser cannot relay video');
  return new Generator({ kind: 'video' });
}

export function createVideoRelay() {
  const Processor = pictureProcessor();
  if (!Processor) throw new Error('This browser cannot relay video');
  const track = createPictureTrack();
  const writer = track.writable.getWriter();
  let reader: ReadableStreamDefaultReader<VideoFrame> | null = null;
  let relayed = Promise.resolve();
  let last: VideoFrame | null = null;
  let lastAtMs = 0;
  let isPaused = false;

  // A closed writer rejects; the frame must be closed then.
  const write = (frame: VideoFrame) => writer.write(frame).catch(() => frame.close());

  // Ends with the next frame, because Chromium may lose a frame when a reader is cancelled, or its track stopped, while
  // it waits for one.
  const relay = async (from: ReadableStreamDefaultReader<VideoFrame>) => {
    for (let next = await from.read(); !next.done; next = await from.read()) {
      if (from !== reader) {
        next.value.close();
        return from.cancel();
      }
      const picture = upright(next.value);
      last?.close();
      last = picture.clone();
      [lastAtMs, isPaused] = [performance.now(), false];
      await write(picture);
    }
  };
  const repeat = () => {
    const sinceMs = performance.now() - lastAtMs;
    if (!last || sinceMs <= STILL_AFTER_MS) return;
    if (sinceMs > PAUSED_AFTER_MS && !isPaused) {
      const still = pausedFrame(last);
      last.close();
      [last, isPaused] = [still, true];
    }
    void write(repeated(last));
  };
  const timer = setInterval(repeat, STILL_EVERY_MS);
  return {
    track,
    show: (camera: MediaStreamTrack) => {
      reader = new Processor({ track: camera, maxBufferSize: MAX_WAITING_PICTURES }).readable.getReader();
      relayed = relay(reader).catch(() => {});
    },
    /** Resolves when the camera may be stopped. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      reader = null;
      last?.close();
      last = null;
      track.stop();
      await inTime(relayed, CLOSING_MAX_MS).catch(() => {});
    },
  };
}
