/** The shapes of our pictures. All lengths in pixels, all angles in radians clockwise from the right. */
import type { Shape } from './picture.ts';

const around = (x: number, y: number, width: number, height: number) => ({
  left: x - width,
  right: x + width,
  top: y - height,
  bottom: y + height,
});

export const disc = (x0: number, y0: number, radius: number): Shape => ({
  distance: (x, y) => Math.hypot(x - x0, y - y0) - radius,
  ...around(x0, y0, radius, radius),
});

export const ellipse = (x0: number, y0: number, width: number, height: number): Shape => ({
  distance: (x, y) => (Math.hypot((x - x0) / width, (y - y0) / height) - 1) * Math.min(width, height),
  ...around(x0, y0, width, height),
});

/** The outline of a circle. */
export const ring = (x0: number, y0: number, radius: number, linePx: number): Shape => ({
  distance: (x, y) => Math.abs(Math.hypot(x - x0, y - y0) - radius) - linePx / 2,
  ...around(x0, y0, radius + linePx, radius + linePx),
});

export function box(left: number, top: number, width: number, height: number, roundPx = 0): Shape {
  const x0 = left + width / 2;
  const y0 = top + height / 2;
  return {
    distance: (x, y) => {
      const dx = Math.abs(x - x0) - width / 2 + roundPx;
      const dy = Math.abs(y - y0) - height / 2 + roundPx;
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - roundPx;
    },
    left,
    top,
    right: left + width,
    bottom: top + height,
  };
}

/** A line with round ends, whose width may differ between its ends. */
export function line(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  fromPx: number,
  toPx = fromPx,
): Shape {
  const lengthSquared = (x2 - x1) ** 2 + (y2 - y1) ** 2 || 1;
  const widest = Math.max(fromPx, toPx);
  return {
    distance: (x, y) => {
      const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / lengthSquared;
      const share = Math.min(1, Math.max(0, along));
      const width = fromPx + (toPx - fromPx) * share;
      return Math.hypot(x - x1 - (x2 - x1) * share, y - y1 - (y2 - y1) * share) - width / 2;
    },
    left: Math.min(x1, x2) - widest,
    right: Math.max(x1, x2) + widest,
    top: Math.min(y1, y2) - widest,
    bottom: Math.max(y1, y2) + widest,
  };
}

/** The difference: the first shape without the second. */
export const without = (shape: Shape, hole: Shape): Shape => ({
  ...shape,
  distance: (x, y) => Math.max(shape.distance(x, y), -hole.distance(x, y)),
});

/** The intersection of both shapes. */
export const within = (shape: Shape, frame: Shape): Shape => ({
  ...shape,
  distance: (x, y) => Math.max(shape.distance(x, y), frame.distance(x, y)),
});
