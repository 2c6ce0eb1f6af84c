/** Pictures out of a film that is still a file of this computer. */
import { encodePicture } from '../../../lib/pictures/picture.encode.ts';
import { fitted, THUMBNAIL_SIZE } from '../../../lib/pictures/picture.ts';

export interface Frame {
  /** From the film's beginning. */
  readonly atS: number;
  readonly picture: Blob;
}

/** Shares of the length. The first and the last pictures of films are too often black. */
const AT = [0.1, 0.5, 0.9];
/** A film that takes longer is one that this browser cannot make sense of. */
const LIMIT_MS = 30_000;
/** What browsers record does not say its length; whoever goes beyond its end finds it. */
const BEYOND_S = 1e7;

/** Three frames in the film's own shape. Throws where the browser cannot show it, or when aborted. */
export async function takeFrames(film: Blob, signal: AbortSignal): Promise<readonly Frame[]> {
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto' });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const url = URL.createObjectURL(film);
  try {
    const isLoaded = event(video, 'loadeddata', limit);
    video.src = url;
    await isLoaded;
    if (video.videoWidth === 0) throw new Error('This browser shows no picture of this film');
    const durationS = await lengthOf(video, limit);
    const frames: Frame[] = [];
    for (const share of AT) frames.push(await frameAt(video, durationS * share, limit));
    return frames;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
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

/** Resolves at the event; rejects when the browser gives the film up, or the signal aborts. */
function event(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const options = { signal: over.signal };
  video.addEventListener(event, () => resolve(), options);
  video.addEventListener('error', () => reject(video.error ?? new Error('The film broke off')), options);
  signal.addEventListener('abort', () => reject(signal.reason), options);
  if (signal.aborted) reject(signal.reason);
  return promise.finally(() => over.abort());
}
