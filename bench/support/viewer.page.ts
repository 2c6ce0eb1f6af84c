/** A viewer's page: plays, and records the displayed frames. Bundled for the browser by `viewer.ts`. */
import { Hls, type HlsConfig } from 'hls.js/light';
import { attachLive as attachEncoder } from '#web/features/player/engine/announced/hls-announced.ts';
import { attachLive as attachCamera } from '#web/features/player/engine/hls/hls-playback.ts';
import { CELLS, readAgeMs, STRIP_HEIGHT_PX } from './barcode.ts';
import type { SeenFrame, Viewing } from './viewing.ts';

/** A live playlist, and how to play it. */
export interface Playing {
  readonly url: string;
  /** Segment length in seconds. */
  readonly segmentS: number;
  /** Whether the segments are those of a browser's camera. @default false */
  readonly isCamera?: boolean;
  /** Settings of plain hls.js, which starts by itself. @default Fanfare's player */
  readonly settings?: HlsDelay;
}

/** Playback delay of hls.js behind the newest segment. */
export type HlsDelay = Readonly<
  Partial<
    Record<
      keyof Pick<HlsConfig, 'liveSyncDuration' | 'liveMaxLatencyDuration' | 'maxLiveSyncPlaybackRate'>,
      number
    >
  >
>;

declare global {
  /** Plays, and records for `lengthMs` from the first frame. */
  var watch: (playing: Playing, lengthMs: number) => Promise<Viewing>;
  /** Records what the page's own player displays, like `watch`. */
  var watchPage: (lengthMs: number) => Promise<Viewing>;
}

/** Size of each cell on the canvas. */
const CELL_PX = 8;
const START_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 20;

globalThis.watch = async (playing, lengthMs) => {
  const video = document.createElement('video');
  video.muted = true;
  video.autoplay = true;
  document.body.append(video);
  const startedMs = performance.now();
  const complaints: string[] = [];
  const detach = attach(video, playing, (what) => complaints.push(what));
  const viewing = await watchVideo(video, lengthMs, startedMs, complaints);
  detach();
  video.remove();
  return viewing;
};

globalThis.watchPage = async (lengthMs) => watchVideo(await pagesVideo(), lengthMs, 0, []);

function attach(video: HTMLVideoElement, playing: Playing, report: (what: string) => void): () => void {
  const { settings, ...playback } = playing;
  if (!settings) {
    const complain = (what: string) => what === 'fluent' || report(what);
    const attachLive = playback.isCamera ? attachCamera : attachEncoder;
    return attachLive({ video, ...playback }, { report: complain, onSteering: () => undefined });
  }
  const hls = new Hls(settings);
  hls.on(Hls.Events.ERROR, (_event, { fatal, details }) => fatal && report(details));
  hls.loadSource(playback.url);
  hls.attachMedia(video);
  return () => hls.destroy();
}

async function pagesVideo(): Promise<HTMLVideoElement> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    const video = document.querySelector('video');
    if (video) return video;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  throw new Error('The page has no video');
}

async function watchVideo(
  video: HTMLVideoElement,
  lengthMs: number,
  startedMs: number,
  complaints: readonly string[],
): Promise<Viewing> {
  const frames: SeenFrame[] = [];
  let waits = 0;
  let isOver = false;
  video.addEventListener('waiting', () => (waits += frames.length > 0 ? 1 : 0));
  const read = stripReader(video);
  const { promise: started, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`No picture: ${complaints.join()}`)), START_TIMEOUT_MS);
  const note = (): void => {
    if (isOver) return;
    frames.push({ atMs: performance.now(), ageMs: readAgeMs(read(), Date.now()) });
    resolve();
    video.requestVideoFrameCallback(note);
  };
  video.requestVideoFrameCallback(note);
  await started;
  clearTimeout(timer);
  await new Promise((elapsed) => setTimeout(elapsed, lengthMs));
  isOver = true;
  return { startMs: (frames[0]?.atMs ?? 0) - startedMs, frames, waits, complaints };
}

/** Reads the brightness of the cells in the current frame. */
function stripReader(video: HTMLVideoElement): () => number[] {
  const canvas = new OffscreenCanvas(CELLS * CELL_PX, CELL_PX);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  return () => {
    context.drawImage(video, 0, 0, video.videoWidth, STRIP_HEIGHT_PX, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const middle = (cell: number) => (canvas.width * (CELL_PX / 2) + cell * CELL_PX + CELL_PX / 2) * 4 + 1;
    return Array.from({ length: CELLS }, (_, cell) => data[middle(cell)] ?? 0);
  };
}
