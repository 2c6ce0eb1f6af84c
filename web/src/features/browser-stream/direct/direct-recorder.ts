/** Records a camera as segments that viewers can play unchanged: H.264 and AAC, encoded on this device. */
import { SEGMENT_MS } from '#shared/limits.ts';
import { tapSound } from '#web/lib/sound/sound-tap.ts';
import type { ClockStart } from './segment/clock-start.ts';
import { type DirectRecorderListener, pictureProcessor } from './direct.ts';
import { findCodec } from './encode/codec.ts';
import { createRecordingWorker } from './recording/recording.page.ts';

/** Frames that are queued while the worker is busy. */
const MAX_WAITING_PICTURES = 8;

/** A stream of frames to transfer to a worker (W3C mediacapture-transform, in Chromium); `null` if unsupported. */
function pipePictures(track: MediaStreamTrack): ReadableStream<VideoFrame> | null {
  const Processor = pictureProcessor();
  return Processor ? new Processor({ track, maxBufferSize: MAX_WAITING_PICTURES }).readable : null;
}

/**
 * Takes each frame from an invisible `<video>`. In a hidden page, where frame callbacks stop, it takes one at each call of
 * `onBeat`'s listener. Returns a function that ends it.
 */
function grabPictures(
  track: MediaStreamTrack,
  onPicture: (frame: VideoFrame) => void,
  onBeat: (listener: () => void) => void,
): () => void {
  const video = document.createElement('video');
  Object.assign(video, { srcObject: new MediaStream([track]), muted: true, playsInline: true });
  let isClosed = false;
  const grab = () => {
    if (video.videoWidth > 0) onPicture(new VideoFrame(video, { timestamp: performance.now() * 1000 }));
  };
  const onFrame = () => {
    if (isClosed) return;
    grab();
    video.requestVideoFrameCallback(onFrame);
  };
  video.requestVideoFrameCallback(onFrame);
  onBeat(() => {
    if (document.hidden && !isClosed) grab();
  });
  void video.play().catch(() => {});
  return () => {
    isClosed = true;
    video.srcObject = null;
  };
}

export type DirectRecorder = Pick<ReturnType<typeof createRecordingWorker>, 'setBacklogMs' | 'stop'>;

export interface DirectRecorderOptions {
  /** @default SEGMENT_MS */
  readonly segmentMs?: number;
  /** @default true */
  readonly mayHaveSmall?: boolean;
  /** Where it continues a broadcast. */
  readonly clock?: ClockStart | undefined;
}

/** Starts recording once the encoders are loaded, and then resolves. Rejects if this browser cannot: see `probeDirect`. */
export async function startDirectRecorder(
  media: MediaStream,
  listener: DirectRecorderListener,
  { segmentMs = SEGMENT_MS, mayHaveSmall = true, clock }: DirectRecorderOptions = {},
): Promise<DirectRecorder> {
  const track = media.getVideoTracks()[0];
  const codec = await findCodec();
  if (!track || codec === null) throw new Error('This browser cannot encode this camera');
  const sound = await tapSound(media);
  const pictures = pipePictures(track);
  const options = { sampleRate: sound.sampleRate, segmentMs, codec, mayHaveSmall, clock };
  const worker = createRecordingWorker({ options, sound: sound.port, pictures }, listener);
  const stopGrabbing = pictures ? () => {} : grabPictures(track, worker.sendPicture, worker.onBeat);
  void worker.stopped.then(() => {
    stopGrabbing();
    sound.close();
  });
  await worker.ready;
  return worker;
}
