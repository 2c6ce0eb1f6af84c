/** Pictures that are drawn anew before they are recorded: in a page or a worker. */

/** As newer browsers have it (W3C WebCodecs §9.4, `rotation` and `flip`). */
interface Turned {
  readonly rotation?: number;
  readonly flip?: boolean;
}

/**
 * The picture as it is to be seen. A phone that is held upright hands out pictures that lie on their side, with a note
 * to turn them: encoders leave that to the player, where it is lost, and refuse pictures with another note than the
 * first. Closes `frame` where it answers another.
 */
export function upright(frame: VideoFrame): VideoFrame {
  const { rotation = 0, flip = false } = frame as Turned;
  if (rotation === 0 && !flip) return frame;
  const drawn = draw(frame, frame.timestamp);
  frame.close();
  return drawn;
}

/** The same picture, taken now: recorders drop a second one of the same time. */
export const again = (frame: VideoFrame): VideoFrame => draw(frame, performance.now() * 1000);

/** What viewers see in place of a camera that gives no more pictures: its last one, dark, with what is the matter. */
export function paused(frame: VideoFrame): VideoFrame {
  return draw(frame, performance.now() * 1000, (context, { width, height }) => {
    context.fillStyle = 'rgb(0 0 0 / 65%)';
    context.fillRect(0, 0, width, height);
    context.fillStyle = 'white';
    context.font = `600 ${Math.round(Math.min(width, height) / 14)}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText('The camera is paused', width / 2, height / 2);
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
