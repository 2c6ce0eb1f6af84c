import { bladePaint, bladeShape, type Blade } from './blade.ts';
import { colour, mix, outwards, paint, type Colour, type Picture } from './picture.ts';
import { disc, line, ring } from './shapes.ts';

/** The rotating part, and the guard. Lengths in pixels. */
export interface Rotor {
  readonly x: number;
  readonly y: number;
  /** Radius of the guard; the blades are slightly shorter. */
  readonly radius: number;
  readonly blades: number;
  /** Width of a blade as a share of the radius. */
  readonly width: number;
  /** Angle in radians by which a tip is ahead of its root. */
  readonly sweep: number;
  /** See `Blade.tip`. */
  readonly tip: number;
  readonly guard: 'radial' | 'spiral' | 'rings' | 'none';
  readonly colours: RotorColours;
}

export interface RotorColours {
  readonly blade: Colour;
  readonly hub: Colour;
  readonly wire: Colour;
}

/** Paints its blades, rotated by `angle` radians. */
export function paintBlades(picture: Picture, rotor: Rotor, angle = -0.4): void {
  for (const blade of bladesOf(rotor, angle)) {
    paint(picture, bladeShape(blade), bladePaint(blade, rotor.colours.blade));
  }
  const { x, y, radius, colours } = rotor;
  const dark = mix(colours.hub, [0, 0, 0, 1], 0.35);
  paint(picture, disc(x, y, radius * 0.2), outwards(x, y, radius * 0.2, colours.hub, dark));
}

/** Paints the soft, dark shadow of its blades on the background. */
export function paintBladeShadows(picture: Picture, rotor: Rotor, angle: number, softPx: number): void {
  for (const blade of bladesOf(rotor, angle)) paint(picture, bladeShape(blade), [0, 0, 0.05, 0.3], softPx);
}

function bladesOf({ x, y, radius, blades, width, sweep, tip }: Rotor, angle: number): Blade[] {
  return Array.from({ length: blades }, (_, index) => ({
    x,
    y,
    fromPx: radius * 0.1,
    toPx: radius * 0.93,
    widthPx: radius * width,
    angle: angle + (index / blades) * 2 * Math.PI,
    sweep,
    tip,
  }));
}

/** Paints the back of the cage: its dark inside and far wires. */
export function paintCageBack(picture: Picture, { x, y, radius, colours }: Rotor): void {
  paint(picture, disc(x, y, radius), outwards(x, y, radius, [0, 0, 0.04, 0.62], [0, 0, 0.04, 0.36]));
  const far = mix(colours.wire, [0, 0, 0, 1], 0.55);
  paintSpokes(picture, { x, y, radius, count: 18, linePx: radius * 0.012, wire: far });
}

/** Paints the guard in front of the blades, with a badge in the centre. */
export function paintGuard(picture: Picture, { x, y, radius, guard, colours }: Rotor): void {
  const linePx = Math.max(1, radius * 0.014);
  const { wire, hub } = colours;
  if (guard === 'none') return;
  if (guard === 'radial') paintSpokes(picture, { x, y, radius, count: 36, linePx, wire });
  if (guard === 'spiral') paintSpirals(picture, { x, y, radius, count: 14, linePx: linePx * 1.4, wire });
  const rings = guard === 'rings' ? [0.32, 0.44, 0.56, 0.68, 0.8, 0.91] : [0.62];
  for (const share of rings) paint(picture, ring(x, y, radius * share, linePx), wire);
  if (guard === 'rings') paintSpokes(picture, { x, y, radius, count: 8, linePx: linePx * 1.5, wire });
  paint(picture, ring(x, y, radius, radius * 0.055), wire);
  paint(picture, ring(x, y, radius * 1.012, radius * 0.014), [1, 1, 1, 0.35]);
  paint(picture, disc(x, y, radius * 0.17), wire);
  paint(picture, disc(x, y, radius * 0.13), hub);
  paint(
    picture,
    disc(x - radius * 0.04, y - radius * 0.045, radius * 0.03),
    colour('#ffffff', 0.6),
    radius * 0.02,
  );
}

interface Wires {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly count: number;
  readonly linePx: number;
  readonly wire: Colour;
}

function paintSpokes(picture: Picture, { x, y, radius, count, linePx, wire }: Wires): void {
  for (let index = 0; index < count; index += 1) {
    const angle = (index / count) * 2 * Math.PI;
    const at = (share: number): [number, number] => [
      x + Math.cos(angle) * radius * share,
      y + Math.sin(angle) * radius * share,
    ];
    paint(picture, line(at(0.15), at(1), linePx), wire);
  }
}

/** Wires that curl out from the centre, as on fans of the 1930s. */
function paintSpirals(picture: Picture, { x, y, radius, count, linePx, wire }: Wires): void {
  const steps = 10;
  for (let index = 0; index < count; index += 1) {
    const at = (step: number): [number, number] => {
      const share = 0.15 + (0.85 * step) / steps;
      const angle = (index / count) * 2 * Math.PI + 0.9 * Math.sin((step / steps) * (Math.PI / 2));
      return [x + Math.cos(angle) * radius * share, y + Math.sin(angle) * radius * share];
    };
    for (let step = 0; step < steps; step += 1) paint(picture, line(at(step), at(step + 1), linePx), wire);
  }
}
