/** The ceiling fan, seen from the sofa below. */
import { lit, rotorAt, type FanPainter, type Palette, type Place } from './fan-parts.ts';
import { colour, paint, type Picture } from './picture.ts';
import { paintBlades, paintBladeShadows, type Rotor } from './rotor.ts';
import { disc } from './shapes.ts';

/** Blades, rod and lamp, seen from the sofa below. */
export const ceilingRotor = (x: number, y: number, radius: number, palette: Palette): Rotor =>
  rotorAt(x, y, radius, palette, { blades: 5, width: 0.3, sweep: 0.02, tip: 0.08, guard: 'none' });

export function paintCeilingLamp(picture: Picture, { x, y, size }: Place, palette: Palette): void {
  paint(picture, disc(x, y, size * 0.2), lit(palette.body, y - size * 0.2, y + size * 0.2));
  paint(picture, disc(x, y, size * 0.36), colour('#ffe2a0', 0.28), size * 0.16);
  paint(picture, disc(x, y, size * 0.14), colour('#fff0cc'));
  paint(picture, disc(x - size * 0.03, y - size * 0.03, size * 0.07), [1, 1, 1, 0.85], size * 0.05);
}

export const ceilingFan: FanPainter = (picture, { x, y, size }, palette) => {
  const middle = y - size / 2;
  const rotor = ceilingRotor(x, middle, size * 0.72, palette);
  const below = { ...rotor, x: x + size * 0.05, y: middle + size * 0.07 };
  paintBladeShadows(picture, below, 0.3, size * 0.03);
  paintBlades(picture, rotor, 0.3);
  paintCeilingLamp(picture, { x, y: middle, size }, palette);
};
