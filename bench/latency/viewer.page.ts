/** The page of one viewer: Fanfare's own playback, and what came of it. Bundled for the browser by `viewer.ts`. */
import { attachLive } from '../../web/src/features/player/hls-playback.ts';
import { CELLS, readAgeMs, STRIP_HEIGHT_PX } from './barcode.ts';

/** A frame as the viewer saw it. */
export interface SeenFrame {
  /** When it was shown, in ms of the page's clock. */
  readonly atMs: number;
  /** Time since it was filmed; `null` where its clock could not be read. */
  readonly ageMs: number | null;
}

export interface Viewing {
  /** From the call to the first frame. */
  readonly startMs: number;
  readonly frames: readonly SeenFrame[];
  /** How often the player waited for data after the first frame. */
  readonly waits: number;
  /** What the player could not mend. */
  readonly complaints: readonly string[];
}

declare global {
  /** Plays `url`, whose segments are up to `segmentS` long, for `lengthMs` from the first frame. */
  var watch: (url: string, segmentS: number, lengthMs: number) => Promise<Viewing>;
}

/** Each cell is this large on the canvas that is read. */
const CELL_PX = 8;
const START_TIMEOUT_MS = 20_000;

globalThis.watch = async (url, segmentS, lengthMs) => {
  const video = document.createElement('video');
  video.muted = true;
  video.autoplay = true;
  document.body.append(video);
  const complaints: string[] = [];
  const frames: SeenFrame[] = [];
  let waits = 0;
  const startedMs = performance.now();
  const detach = attachLive(
    { video, url, segmentS },
    { report: (what) => complaints.push(what), onSteering: () => undefined },
  );
  video.addEventListener('waiting', () => (waits += frames.length > 0 ? 1 : 0));
  const read = stripReader(video);
  const { promise: started, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`No picture: ${complaints.join()}`)), START_TIMEOUT_MS);
  const note = (): void => {
    frames.push({ atMs: performance.now(), ageMs: readAgeMs(read(), Date.now()) });
    resolve();
    video.requestVideoFrameCallback(note);
  };
  video.requestVideoFrameCallback(note);
  await started;
  clearTimeout(timer);
  await new Promise((elapsed) => setTimeout(elapsed, lengthMs));
  detach();
  video.remove();
  return { startMs: (frames[0]?.atMs ?? 0) - startedMs, frames: [...frames], waits, complaints };
};

/** Reads the brightness of the cells of the frame that is shown. */
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
