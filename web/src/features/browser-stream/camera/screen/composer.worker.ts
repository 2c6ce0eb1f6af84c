/**
 * Draws the shared screen and the camera into one picture. Runs in a worker, because the page is usually hidden while
 * another window is shared, and a hidden page's timers are slow.
 */
import { upright } from '#web/lib/pictures/still.ts';
import type { ToComposer } from './composer.ts';
import { type Box, cameraBox, FIRST_LAYOUT, PICTURE, screenBox } from '../../screen-layout.ts';

/** At most 30 pictures a second; fewer while nothing changes. */
const DRAW_EVERY_MS = 33;
/** An unchanged picture is repeated after this time, because recorders need frames. */
const REPEAT_AFTER_MS = 400;

interface Source {
  readonly reader: ReadableStreamDefaultReader<VideoFrame>;
  frame: VideoFrame | null;
}

const canvas = new OffscreenCanvas(PICTURE.widthPx, PICTURE.heightPx);
// Opaque, which is faster to draw and to encode.
const context = canvas.getContext('2d', { alpha: false });
const sources: { screen: Source | null; camera: Source | null } = { screen: null, camera: null };
let writer: WritableStreamDefaultWriter<VideoFrame> | null = null;
let layout = FIRST_LAYOUT;
let notice = '';
let isChanged = true;
let drawnAtMs = 0;

async function follow(which: 'screen' | 'camera', frames: ReadableStream<VideoFrame> | null): Promise<void> {
  const before = sources[which];
  sources[which] = null;
  isChanged = true;
  before?.frame?.close();
  if (!frames) return;
  const source: Source = { reader: frames.getReader(), frame: null };
  sources[which] = source;
  for (let next = await source.reader.read(); !next.done; next = await source.reader.read()) {
    if (sources[which] !== source) {
      next.value.close();
      return source.reader.cancel();
    }
    source.frame?.close();
    source.frame = upright(next.value);
    isChanged = true;
  }
}

function draw(): void {
  const nowMs = performance.now();
  if (!writer || !context || (!isChanged && nowMs - drawnAtMs < REPEAT_AFTER_MS)) return;
  // The page is busy: the next picture will be newer.
  if ((writer.desiredSize ?? 0) <= 0) return;
  [isChanged, drawnAtMs] = [false, nowMs];
  context.fillStyle = 'black';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const [screen, camera] = [sources.screen?.frame, sources.camera?.frame];
  if (screen) place(context, screen, screenBox(sizeOf(screen)));
  else if (!sources.screen) write(context);
  if (camera && layout.hasCamera) place(context, camera, cameraBox(sizeOf(camera), layout));
  const picture = new VideoFrame(canvas, { timestamp: nowMs * 1000 });
  writer.write(picture).catch(() => picture.close());
}

const sizeOf = ({ displayWidth: widthPx, displayHeight: heightPx }: VideoFrame) => ({ widthPx, heightPx });

const place = (to: OffscreenCanvasRenderingContext2D, frame: VideoFrame, box: Box): void =>
  to.drawImage(frame, box.x, box.y, box.widthPx, box.heightPx);

function write(to: OffscreenCanvasRenderingContext2D): void {
  to.fillStyle = 'white';
  to.font = '600 44px system-ui, sans-serif';
  to.textAlign = 'center';
  to.textBaseline = 'middle';
  to.fillText(notice, canvas.width / 2, canvas.height / 2, canvas.width * 0.9);
}

self.addEventListener('message', ({ data }: MessageEvent<ToComposer>) => {
  if (data.kind === 'start') [writer, notice] = [data.pictures.getWriter(), data.notice];
  else if (data.kind === 'layout') [layout, isChanged] = [data.layout, true];
  else follow(data.which, data.frames).catch(() => {});
});
self.setInterval(draw, DRAW_EVERY_MS);
