/** A picture being painted: colours premultiplied by alpha, 0 to 1, four values a pixel, row by row. */
export interface Picture {
  /** In the units of everything that is painted on it. */
  readonly width: number;
  readonly height: number;
  /** In pixels; a pixel is `width / columns` units wide. */
  readonly columns: number;
  readonly rows: number;
  readonly pixels: Float32Array;
}

/** Red, green, blue and alpha, each from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** One colour, or a colour per point. */
export type Paint = Colour | ((x: number, y: number) => Colour);

/** A shape to paint: distances to its edge in the picture's units (negative inside), and its bounding box. */
export interface Shape {
  readonly distance: (x: number, y: number) => number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Creates a transparent picture with `scale` pixels per unit. */
export function createPicture(width: number, height: number, scale = 1): Picture {
  const [columns, rows] = [Math.round(width * scale), Math.round(height * scale)];
  return { width, height, columns, rows, pixels: new Float32Array(columns * rows * 4) };
}

/** Parses `#rrggbb`. */
export function colour(hex: string, alpha = 1): Colour {
  const part = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return [part(1), part(3), part(5), alpha];
}

/** Mixes two colours: `share` 0 is the first, 1 the second. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const s = Math.min(1, Math.max(0, share));
  const at = (index: 0 | 1 | 2 | 3): number => from[index] + (to[index] - from[index]) * s;
  return [at(0), at(1), at(2), at(3)];
}

/** A vertical gradient. */
export const downwards =
  (top: number, from: Colour, bottom: number, to: Colour): Paint =>
  (_x, y) =>
    mix(from, to, (y - top) / (bottom - top));

/** A radial gradient, up to `radius`. */
export const outwards =
  (x0: number, y0: number, radius: number, from: Colour, to: Colour): Paint =>
  (x, y) =>
    mix(from, to, Math.hypot(x - x0, y - y0) / radius);

/** Paints a shape over the existing picture. Its edge fades over `soft` to both sides; half a pixel is a clean edge. */
export function paint(picture: Picture, shape: Shape, fill: Paint, soft = pixelOf(picture) / 2): void {
  const { columns, rows } = picture;
  const pixel = pixelOf(picture);
  const left = Math.max(0, Math.floor((shape.left - soft) / pixel));
  const right = Math.min(columns, Math.ceil((shape.right + soft) / pixel));
  const top = Math.max(0, Math.floor((shape.top - soft) / pixel));
  const bottom = Math.min(rows, Math.ceil((shape.bottom + soft) / pixel));
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const x = (column + 0.5) * pixel;
      const y = (row + 0.5) * pixel;
      const coverage = coverageAt(shape, x, y, soft);
      if (coverage > 0) blend(picture, (row * columns + column) * 4, colourAt(fill, x, y), coverage);
    }
  }
}

/** Returns the side of a pixel in the picture's units. */
const pixelOf = ({ width, columns }: Picture): number => width / columns;

const colourAt = (fill: Paint, x: number, y: number): Colour =>
  typeof fill === 'function' ? fill(x, y) : fill;

function coverageAt({ distance }: Shape, x: number, y: number, soft: number): number {
  const here = distance(x, y);
  if (Math.abs(here) > 4 * soft + 4) return here < 0 ? 1 : 0;
  // Distances may be scaled; near the edge, the slope is the factor.
  const slope = Math.hypot(distance(x + 0.5, y) - here, distance(x, y + 0.5) - here) * 2;
  const steepest = soft > 1 ? 1.2 : 8;
  const share = 0.5 - here / (Math.min(Math.max(slope, 0.05), steepest) * soft * 2);
  return Math.min(1, Math.max(0, share));
}

function blend({ pixels }: Picture, at: number, [red, green, blue, alpha]: Colour, coverage: number): void {
  const over = alpha * coverage;
  const keep = 1 - over;
  pixels[at] = red * over + (pixels[at] ?? 0) * keep;
  pixels[at + 1] = green * over + (pixels[at + 1] ?? 0) * keep;
  pixels[at + 2] = blue * over + (pixels[at + 2] ?? 0) * keep;
  pixels[at + 3] = over + (pixels[at + 3] ?? 0) * keep;
}
