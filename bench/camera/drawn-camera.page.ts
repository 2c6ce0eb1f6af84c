/**
 * Replaces a page's camera and microphone before the page's scripts run: a rotating fan in front of a striped wall,
 * with grain, 30 times a second, under a strip that shows the clock; and a tone. Bundled for the browser by
 * `streamer.ts`.
 */
import { CELLS, cellsAt, STRIP_HEIGHT_PX } from '../support/barcode.ts';

export interface CameraSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

declare global {
  /** Set before this script. */
  var cameraSize: CameraSize;
  /** Maximum delay of a frame. */
  var cameraLateMs: number;
}

const FRAMES_PER_S = 30;
/** Within video's luma range, because the browser converts black and white to it. */
const WHITE = '#fff';
const BLACK = '#000';
const STRIPES = 12;
const BLADES = 5;
const TURNS_PER_S = 0.4;
/** Number of grain pictures that alternate. */
const GRAINS = 8;
/** Of 255: the noise of a webcam in a room. */
const GRAIN_ALPHA = 18;
const TONE_HZ = 440;

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const { widthPx, heightPx } = globalThis.cameraSize;

globalThis.cameraLateMs = 0;
navigator.mediaDevices.getUserMedia = async ({ video, audio } = {}) =>
  new MediaStream([...(video ? film() : []), ...(audio ? hum() : [])]);

function film(): MediaStreamTrack[] {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: widthPx, height: heightPx });
  // Every picture is read back, which would be slow without this option.
  const context = contextOf(canvas.getContext('2d', { willReadFrequently: true }));
  const wall = drawWall();
  const grains = Array.from({ length: GRAINS }, drawGrain);
  const startedMs = performance.now();
  const draw = (frame: number): void => {
    const dueMs = startedMs + (frame * 1000) / FRAMES_PER_S;
    globalThis.cameraLateMs = Math.max(globalThis.cameraLateMs, performance.now() - dueMs);
    context.drawImage(wall, 0, 0);
    drawFan(context, (frame / FRAMES_PER_S) * TURNS_PER_S * 2 * Math.PI);
    context.drawImage(grains[frame % GRAINS]!, 0, 0);
    drawStrip(context, Date.now());
    // Missed frames are skipped, as in a camera.
    const next = Math.max(frame + 1, Math.ceil(((performance.now() - startedMs) * FRAMES_PER_S) / 1000));
    setTimeout(draw, startedMs + (next * 1000) / FRAMES_PER_S - performance.now(), next);
  };
  draw(0);
  return canvas.captureStream(FRAMES_PER_S).getVideoTracks();
}

function hum(): MediaStreamTrack[] {
  const context = new AudioContext();
  const output = context.createMediaStreamDestination();
  const tone = new OscillatorNode(context, { frequency: TONE_HZ });
  tone.connect(output);
  tone.start();
  return output.stream.getAudioTracks();
}

function drawWall(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = contextOf(canvas.getContext('2d'));
  for (let stripe = 0; stripe < STRIPES; stripe += 1) {
    context.fillStyle = `hsl(${stripe * 30} 40% ${stripe % 2 ? 45 : 65}%)`;
    context.fillRect((stripe * widthPx) / STRIPES, 0, widthPx / STRIPES, heightPx);
  }
  return canvas;
}

function drawGrain(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = contextOf(canvas.getContext('2d'));
  const picture = context.createImageData(widthPx, heightPx);
  for (let at = 0; at < picture.data.length; at += 4) {
    picture.data.fill(Math.random() * 255, at, at + 3);
    picture.data[at + 3] = GRAIN_ALPHA;
  }
  context.putImageData(picture, 0, 0);
  return canvas;
}

function drawFan(context: Context, angle: number): void {
  const [x, y, radius] = [widthPx / 2, heightPx * 0.55, heightPx * 0.38];
  context.fillStyle = '#f4f4f4';
  for (let blade = 0; blade < BLADES; blade += 1) {
    const from = angle + (blade * 2 * Math.PI) / BLADES;
    context.beginPath();
    context.moveTo(x, y);
    context.arc(x, y, radius, from, from + Math.PI / BLADES);
    context.fill();
  }
}

function drawStrip(context: Context, atMs: number): void {
  cellsAt(atMs).forEach((isWhite, cell) => {
    context.fillStyle = isWhite ? WHITE : BLACK;
    context.fillRect((cell * widthPx) / CELLS, 0, widthPx / CELLS, STRIP_HEIGHT_PX);
  });
}

function contextOf<T extends Context>(context: T | null): T {
  if (!context) throw new Error('No canvas');
  return context;
}
