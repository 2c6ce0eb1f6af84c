/** Fans in a frame: on the floor, in a window, in a wall, in a computer. */
import {
  BLACK,
  lit,
  paintRotor,
  rotorAt,
  WHITE,
  type FanPainter,
  type Palette,
  type Place,
} from './fan-parts.ts';
import { colour, mix, paint } from './picture.ts';
import { paintBlades, paintCageBack, type Rotor } from './rotor.ts';
import { box, disc, ellipse, line, ring, without } from './shapes.ts';

export const boxRotor = ({ x, y, size }: Place, palette: Palette): Rotor => {
  const form = { blades: 5, width: 0.72, sweep: 0.3, guard: 'rings' } as const;
  return rotorAt(x, y - size * 0.49, size * 0.4048, palette, form);
};

export const boxFan: FanPainter = (picture, { x, y, size }, palette) => {
  const top = y - size * 0.95;
  const side = size * 0.92;
  paint(picture, ellipse(x, y, side * 0.56, size * 0.03), [0, 0, 0, 0.45], size * 0.02);
  for (const foot of [-0.3, 0.3])
    paint(
      picture,
      box(x + foot * side - size * 0.06, y - size * 0.05, size * 0.12, size * 0.05, 4),
      mix(colour(palette.body), BLACK, 0.5),
    );
  paint(picture, box(x - side / 2, top, side, side, size * 0.06), lit(palette.body, top, y));
  paintRotor(picture, boxRotor({ x, y, size }, palette));
  paint(picture, disc(x + side * 0.42, top + side * 0.08, size * 0.035), colour(palette.accent));
  paint(
    picture,
    box(x - side * 0.14, top - size * 0.035, side * 0.28, size * 0.06, size * 0.025),
    mix(colour(palette.body), BLACK, 0.35),
  );
};

export const industrialRotor = ({ x, y, size }: Place, palette: Palette): Rotor => {
  const form = { blades: 6, width: 0.5, sweep: 0.2, tip: 0.2, guard: 'rings' } as const;
  return rotorAt(x, y - size * 0.53, size * 0.41, palette, form);
};

export const industrialFan: FanPainter = (picture, { x, y, size }, palette) => {
  const middle = y - size * 0.53;
  paint(picture, ellipse(x, y, size * 0.42, size * 0.035), [0, 0, 0, 0.5], size * 0.02);
  const steel = mix(colour(palette.body), BLACK, 0.55);
  for (const side of [-1, 1]) {
    paint(
      picture,
      line([x + side * size * 0.45, middle], [x + side * size * 0.36, y - size * 0.04], size * 0.05),
      steel,
    );
    paint(picture, disc(x + side * size * 0.36, y - size * 0.045, size * 0.045), BLACK);
  }
  paint(
    picture,
    line([x - size * 0.38, y - size * 0.06], [x + size * 0.38, y - size * 0.06], size * 0.04),
    steel,
  );
  paint(picture, disc(x, middle, size * 0.46), lit(palette.body, middle - size * 0.46, middle + size * 0.46));
  paintRotor(picture, industrialRotor({ x, y, size }, palette));
};

export const exhaustFan: FanPainter = (picture, { x, y, size }, palette) => {
  const side = size * 0.96;
  const plate = box(x - side / 2, y - side, side, side, size * 0.03);
  paint(picture, box(x - side / 2 + 8, y - side + 12, side, side, size * 0.03), [0, 0, 0, 0.5], 12);
  paint(picture, plate, lit(palette.body, y - side, y));
  for (const [dx, dy] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    paint(
      picture,
      disc(x + dx * side * 0.43, y - side / 2 + dy * side * 0.43, size * 0.025),
      colour(palette.accent),
    );
  }
  const form = { blades: 4, width: 0.9, sweep: 0.25, tip: 0.25, guard: 'none' } as const;
  const rotor = rotorAt(x, y - side / 2, side * 0.44, palette, form);
  paintCageBack(picture, rotor);
  paintBlades(picture, rotor);
  paint(picture, ring(rotor.x, rotor.y, rotor.radius, size * 0.035), mix(colour(palette.body), BLACK, 0.4));
  for (const angle of [0.25, 0.75, 1.25, 1.75]) {
    const reach = (share: number): [number, number] => [
      rotor.x + Math.cos(angle * Math.PI) * rotor.radius * share,
      rotor.y + Math.sin(angle * Math.PI) * rotor.radius * share,
    ];
    paint(picture, line(reach(0.2), reach(1), size * 0.018), mix(colour(palette.body), WHITE, 0.1));
  }
};

export const computerFan: FanPainter = (picture, { x, y, size }, palette) => {
  const side = size * 0.94;
  const middle = y - size / 2;
  const frame = box(x - side / 2, middle - side / 2, side, side, size * 0.09);
  const opening = disc(x, middle, side * 0.455);
  paint(picture, opening, [0, 0, 0.03, 0.75]);
  const form = { blades: 9, width: 0.5, sweep: 0.75, tip: 0.15, guard: 'none' } as const;
  const rotor = rotorAt(x, middle, side * 0.47, palette, form);
  paintBlades(picture, { ...rotor, colours: { ...rotor.colours, hub: colour('#20242c') } });
  paint(picture, without(frame, opening), lit(palette.body, middle - side / 2, middle + side / 2));
  paint(picture, ring(x, middle, side * 0.455, size * 0.05), colour(palette.accent, 0.55), size * 0.025);
  paint(picture, ring(x, middle, side * 0.455, size * 0.018), mix(colour(palette.accent), WHITE, 0.35));
  for (const [dx, dy] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    paint(picture, disc(x + dx * side * 0.425, middle + dy * side * 0.425, size * 0.028), [0, 0, 0, 0.85]);
  }
  paint(picture, ring(x, middle, side * 0.075, size * 0.012), colour(palette.accent));
};

export const windowFan: FanPainter = (picture, { x, y, size }, palette) => {
  const width = size * 1.5;
  const top = y - size * 0.72;
  paint(picture, box(x - width / 2 + 6, top + 10, width, size * 0.72, size * 0.05), [0, 0, 0, 0.4], 12);
  paint(picture, box(x - width / 2, top, width, size * 0.72, size * 0.05), lit(palette.body, top, y));
  for (const side of [-1, 1]) {
    const form = { blades: 4, width: 0.85, guard: 'rings' } as const;
    paintRotor(picture, rotorAt(x + side * width * 0.25, top + size * 0.36, size * 0.31, palette, form));
  }
  paint(picture, disc(x, top + size * 0.62, size * 0.035), colour(palette.accent));
};
