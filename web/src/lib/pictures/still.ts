import { t } from '../i18n/messages.ts';
/** Redraws frames before recording, in a page or worker. */

/** Newer browsers' fields (W3C WebCodecs §9.4, `rotation` and `flip`). */
interface Turned {
  readonly rotation?: number;
  readonly flip?: boolean;
}

/**
 * Applies a frame's rotation. Phones deliver rotated frames, but encoders lose the rotation and reject changes of it.
 * Closes `frame` if it returns another.
 */
export function upright(frame: VideoFrame): VideoFrame {
  const { rotation = 0, flip = false } = frame as Turned;
  if (rotation === 0 && !flip) return frame;
  const drawn = draw(frame, frame.timestamp);
  frame.close();
  return drawn;
}

/** The frame with the current time, because recorders drop repeated times. A drawn one would have other colours. */
export const repeated = (frame: VideoFrame): VideoFrame =>
  new VideoFrame(frame, { timestamp: performance.now() * 1000 });

/** The last frame, darkened with a notice, while a camera delivers nothing. */
export function pausedFrame(frame: VideoFrame): VideoFrame {
  return draw(frame, performance.now() * 1000, (context, { width, height }) => {
    context.fillStyle = 'rgb(0 0 0 / 65%)';
    context.fillRect(0, 0, width, height);
    context.fillStyle = 'white';
    context.font = `600 ${Math.round(Math.min(width, height) / 14)}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(t('common.cameraPaused'), width / 2, height / 2);
  });
}

function draw(
  frame: VideoFrame,
  timestamp: number,
  paint?: (context: OffscreenCanvasRenderingContext2D, canvas: OffscreenCanvas) => void,
): VideoFrame {
  const canvas = new OffscreenCanvas(frame.displayWidth, frame.displayHeight);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures');
  context.drawImage(frame, 0, 0, canvas.width, canvas.height);
  paint?.(context, canvas);
  return new VideoFrame(canvas, { timestamp });
}
