/** Fans with a stand. */
import { lit, paintRotor, rotorAt, type FanPainter, type Palette, type Place } from './fan-parts.ts';
import { colour, paint, type Picture } from './picture.ts';
import type { Rotor } from './rotor.ts';
import { box, disc, ellipse, line, within } from './shapes.ts';

/** Neck and foot of a table fan; `y` is the bottom of the foot. */
export function paintTableStand(picture: Picture, { x, y, size }: Place, palette: Palette): void {
  paint(picture, ellipse(x, y, size * 0.3, size * 0.035), [0, 0, 0, 0.45], size * 0.02);
  paint(
    picture,
    line([x, y - size * 0.45], [x, y - size * 0.08], size * 0.075, size * 0.13),
    lit(palette.body, y - size * 0.4, y),
  );
  const foot = box(x - size * 0.24, y - size * 0.1, size * 0.48, size * 0.1, size * 0.05);
  paint(picture, foot, lit(palette.body, y - size * 0.11, y));
  for (const [index, hex] of ['#ffffff', palette.accent, '#ffffff'].entries()) {
    paint(picture, disc(x + (index - 1) * size * 0.09, y - size * 0.05, size * 0.02), colour(hex));
  }
}

export const tableFan: FanPainter = (picture, place, palette) => {
  const { x, y, size } = place;
  paintTableStand(picture, place, palette);
  paintRotor(picture, rotorAt(x, y - size * 0.64, size * 0.36, palette));
};

export const vintageRotor = ({ x, y, size }: Place, palette: Palette): Rotor => {
  const brass = { ...palette, body: palette.accent };
  const form = { blades: 4, width: 0.85, sweep: 0.35, tip: 0.5, guard: 'spiral' } as const;
  return rotorAt(x, y - size * 0.64, size * 0.36, brass, form);
};

export const vintageFan: FanPainter = (picture, { x, y, size }, palette) => {
  paint(picture, ellipse(x, y, size * 0.3, size * 0.04), [0, 0, 0, 0.5], size * 0.02);
  paint(
    picture,
    line([x, y - size * 0.4], [x, y - size * 0.1], size * 0.08, size * 0.12),
    lit(palette.accent, y - size * 0.4, y - size * 0.1),
  );
  const cone = line([x, y - size * 0.13], [x, y + size * 0.1], size * 0.16, size * 0.54);
  const above = box(x - size, y - size * 0.3, size * 2, size * 0.28);
  paint(picture, within(cone, above), lit(palette.body, y - size * 0.25, y));
  paint(
    picture,
    box(x - size * 0.26, y - size * 0.03, size * 0.52, size * 0.035, size * 0.015),
    colour(palette.accent),
  );
  paintRotor(picture, vintageRotor({ x, y, size }, palette));
};

export const pedestalFan: FanPainter = (picture, { x, y, size }, palette) => {
  paint(picture, ellipse(x, y, size * 0.24, size * 0.04), [0, 0, 0, 0.45], size * 0.02);
  paint(
    picture,
    line([x, y - size * 0.7], [x, y - size * 0.03], size * 0.03, size * 0.042),
    lit(palette.body, y - size * 0.6, y),
  );
  paint(
    picture,
    box(x - size * 0.05, y - size * 0.5, size * 0.1, size * 0.13, size * 0.03),
    lit(palette.body, y - size * 0.5, y - size * 0.35),
  );
  paint(
    picture,
    ellipse(x, y - size * 0.015, size * 0.2, size * 0.03),
    lit(palette.body, y - size * 0.05, y),
  );
  paintRotor(picture, rotorAt(x, y - size * 0.74, size * 0.27, palette, { blades: 5, width: 0.6 }));
};

export const towerFan: FanPainter = (picture, { x, y, size }, palette) => {
  const top = y - size;
  paint(picture, ellipse(x, y, size * 0.22, size * 0.035), [0, 0, 0, 0.5], size * 0.02);
  paint(
    picture,
    ellipse(x, y - size * 0.02, size * 0.17, size * 0.03),
    lit(palette.body, y - size * 0.05, y),
  );
  paint(picture, box(x - size * 0.11, top, size * 0.22, size * 0.98, size * 0.08), lit(palette.body, top, y));
  paint(
    picture,
    box(x - size * 0.085, top + size * 0.16, size * 0.17, size * 0.68, size * 0.03),
    [0, 0, 0.04, 0.8],
  );
  for (let slit = 0; slit < 17; slit += 1) {
    const slitY = top + size * (0.19 + slit * 0.039);
    paint(
      picture,
      line([x - size * 0.07, slitY], [x + size * 0.07, slitY + size * 0.012], size * 0.014),
      colour(palette.blade),
    );
  }
  paint(
    picture,
    box(x - size * 0.055, top + size * 0.06, size * 0.11, size * 0.055, size * 0.02),
    [0, 0, 0, 0.7],
  );
  for (const dot of [-1, 0, 1])
    paint(picture, disc(x + dot * size * 0.028, top + size * 0.088, size * 0.01), colour(palette.accent));
};
