/** Where a stream's pictures come from: the browser's own pipe, straight into the worker, or the page, one by one. */
import { pictureProcessor } from '../abilities.ts';

/** Pictures that wait while the worker is busy. */
const MAX_WAITING_PICTURES = 8;

/** A pipe that can be given to a worker (W3C mediacapture-transform, as Chromium has it); `null` where there is none. */
export function pipePictures(track: MediaStreamTrack): ReadableStream<VideoFrame> | null {
  const Processor = pictureProcessor();
  return Processor ? new Processor({ track, maxBufferSize: MAX_WAITING_PICTURES }).readable : null;
}

/**
 * Takes each picture from a `<video>` that nobody sees. A hidden page is told of none: it takes one at each beat that
 * `onBeat` brings. Answers how to end it.
 */
export function grabPictures(
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
