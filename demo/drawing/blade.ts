import { mix, type Colour, type Paint, type Shape } from './picture.ts';

/** One blade of a fan. */
export interface Blade {
  /** Centre of the fan. */
  readonly x: number;
  readonly y: number;
  /** Start and end of the blade, in pixels from the centre. */
  readonly fromPx: number;
  readonly toPx: number;
  readonly widthPx: number;
  /** Radians. */
  readonly angle: number;
  /** Angle by which the tip is ahead of the root, in radians. */
  readonly sweep: number;
  /** Share of the length over which the tip is rounded: 0.1 is a plank, 0.5 a petal. */
  readonly tip: number;
}

/** The outline. Distances are measured along the circle around the centre. */
export function bladeShape(blade: Blade): Shape {
  const { x: x0, y: y0, toPx } = blade;
  return {
    distance: (x, y) => {
      const { across, halfWidth, radius } = placeOn(blade, x, y);
      return Math.max(Math.abs(across) - halfWidth, radius - toPx, blade.fromPx - radius);
    },
    left: x0 - toPx,
    right: x0 + toPx,
    top: y0 - toPx,
    bottom: y0 + toPx,
  };
}

/** Lights the leading edge, which makes a flat shape appear twisted. */
export const bladePaint =
  (blade: Blade, base: Colour): Paint =>
  (x, y) => {
    const { across, halfWidth } = placeOn(blade, x, y);
    const place = across / Math.max(halfWidth, 1);
    const black: Colour = [0, 0, 0.05, base[3]];
    const white: Colour = [1, 1, 1, base[3]];
    return place < 0 ? mix(base, black, -place * 0.42) : mix(base, white, place ** 2 * 0.38);
  };

/** Returns a point's distance from the blade's centre line, and the blade's width there. */
function placeOn(blade: Blade, x: number, y: number) {
  const { fromPx, toPx, widthPx, sweep, tip } = blade;
  const dx = x - blade.x;
  const dy = y - blade.y;
  const radius = Math.hypot(dx, dy);
  const along = Math.min(1, Math.max(0, (radius - fromPx) / (toPx - fromPx)));
  const turned = Math.atan2(dy, dx) - blade.angle - sweep * along;
  const across = (turned - Math.round(turned / (2 * Math.PI)) * 2 * Math.PI) * radius;
  const grown = 0.4 + 0.6 * Math.sin(Math.min(1, along / (1 - tip)) * (Math.PI / 2));
  const rounded = Math.sqrt(1 - Math.max(0, (along - 1 + tip) / tip) ** 2.5);
  return { across, halfWidth: (widthPx / 2) * grown * rounded, radius };
}
