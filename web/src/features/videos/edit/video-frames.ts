/** Extracts frames from a video: a local file, or one that the site plays. */
import { anySignal } from '#web/lib/async/any-signal.ts';
import { createDeferred } from '#web/lib/async/deferred.ts';
import { encodePicture } from '#web/lib/pictures/picture-encode.ts';
import { fitted, THUMBNAIL_SIZE } from '#web/lib/pictures/picture.ts';

export interface Frame {
  readonly atS: number;
  readonly picture: Blob;
}

/** Shares of the length. The first and last frames are often black. */
const AT = [0.1, 0.5, 0.9];
/** After this time, the browser cannot decode the file. */
const LIMIT_MS = 30_000;
/** Recorded files lack a duration; seeking past the end finds it. */
const BEYOND_S = 1e7;

/** Loads a video into an element. Returns a function that ends it. */
export type LoadVideo = (video: HTMLVideoElement) => () => void;

export function fileIn(file: Blob): LoadVideo {
  return (video) => {
    const url = URL.createObjectURL(file);
    video.src = url;
    return () => URL.revokeObjectURL(url);
  };
}

/** Extracts three frames. Throws if the browser cannot decode it, or on abort. */
export async function takeFrames(load: LoadVideo, signal: AbortSignal): Promise<readonly Frame[]> {
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto' });
  const limit = anySignal([signal, AbortSignal.timeout(LIMIT_MS)]);
  const isLoaded = event(video, 'loadeddata', limit);
  const end = load(video);
  try {
    await isLoaded;
    if (video.videoWidth === 0) throw new Error('This browser shows no picture of this file');
    const durationS = await lengthOf(video, limit);
    const frames: Frame[] = [];
    for (const share of AT) frames.push(await frameAt(video, durationS * share, limit));
    return frames;
  } finally {
    video.removeAttribute('src');
    video.load();
    end();
  }
}

async function lengthOf(video: HTMLVideoElement, signal: AbortSignal): Promise<number> {
  if (Number.isFinite(video.duration)) return video.duration;
  await seek(video, BEYOND_S, signal);
  return video.currentTime;
}

async function frameAt(video: HTMLVideoElement, atS: number, signal: AbortSignal): Promise<Frame> {
  await seek(video, atS, signal);
  const size = fitted({ width: video.videoWidth, height: video.videoHeight }, THUMBNAIL_SIZE);
  return { atS, picture: await encodePicture(video, size) };
}

async function seek(video: HTMLVideoElement, atS: number, signal: AbortSignal): Promise<void> {
  const isThere = event(video, 'seeked', signal);
  video.currentTime = atS;
  await isThere;
}

/** Resolves at the event; rejects on a decoding error or abort. */
function event(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  const stop = new AbortController();
  const { promise, resolve, reject } = createDeferred();
  const options = { signal: stop.signal };
  video.addEventListener(event, () => resolve(), options);
  video.addEventListener('error', () => reject(video.error ?? new Error('The file broke off')), options);
  signal.addEventListener('abort', () => reject(signal.reason), options);
  if (signal.aborted) reject(signal.reason);
  return promise.finally(() => stop.abort());
}
