/** Rooms with a wall and a floor. */
import { colour, downwards, paint, type Picture } from './picture.ts';
import { darker, lighter, paintFloor, paintWall, type RoomPainter } from './room-parts.ts';
import { box, disc, ellipse, line, within } from './shapes.ts';

/** A plant in a pot, with leaves that lean away from the wind. */
function paintPlant(picture: Picture, x: number, y: number, size: number): void {
  for (const [lean, reach] of [
    [-0.5, 0.7],
    [-0.15, 0.95],
    [0.2, 1],
    [0.55, 0.85],
    [0.85, 0.6],
  ] as const) {
    const tip: [number, number] = [x + lean * size * 0.6, y - size * (0.3 + reach * 0.6)];
    paint(
      picture,
      line([x, y - size * 0.28], tip, size * 0.12, size * 0.02),
      downwards(y - size, colour('#6fbf73'), y, colour('#2c6e49')),
    );
  }
  paint(
    picture,
    line([x, y - size * 0.26], [x, y - size * 0.06], size * 0.34, size * 0.22),
    downwards(y - size * 0.3, colour('#d9825b'), y, colour('#8f4a31')),
  );
}

/** A parlour with a picture on the wall and a plant. */
export const parlour: RoomPainter = (picture, colours) => {
  const { width, height } = picture;
  paintWall(picture, colours);
  const [left, top] = [width * 0.08, height * 0.14];
  paint(picture, box(left, top, width * 0.17, height * 0.26, 4), lighter(colours.floor, 0.25));
  const canvas = box(left + width * 0.012, top + height * 0.02, width * 0.146, height * 0.22);
  paint(picture, canvas, lighter(colours.wall, 0.55));
  paint(picture, disc(left + width * 0.11, top + height * 0.09, height * 0.03), colour('#ffcf70'));
  const hill = ellipse(left + width * 0.07, top + height * 0.24, width * 0.06, height * 0.09);
  paint(picture, within(hill, canvas), darker(colours.wall, 0.1));
  paintFloor(picture, colours);
  paintPlant(picture, width * 0.87, height * 0.86, height * 0.42);
};

/** Night through a large window. */
export const night: RoomPainter = (picture, colours) => {
  const { width, height } = picture;
  paintWall(picture, colours);
  const glass = box(width * 0.56, height * 0.08, width * 0.36, height * 0.6);
  paint(picture, glass, downwards(0, colour('#0b1030'), height * 0.7, colour('#39407a')));
  for (let star = 0; star < 26; star += 1) {
    // The golden angle distributes them without a visible pattern.
    const x = width * (0.575 + 0.33 * ((star * 0.618) % 1));
    const y = height * (0.1 + 0.5 * ((star * 0.417) % 1));
    paint(picture, disc(x, y, 0.8 + (star % 3) * 0.5), [1, 1, 0.9, 0.85]);
  }
  paint(picture, disc(width * 0.83, height * 0.2, height * 0.055), colour('#fdf1c7'));
  const frame = lighter(colours.wall, 0.35);
  for (const x of [0.56, 0.74, 0.92])
    paint(picture, box(width * x - 5, height * 0.07, 10, height * 0.62), frame);
  for (const y of [0.08, 0.38, 0.68])
    paint(picture, box(width * 0.55, height * y - 5, width * 0.38, 10), frame);
  paintFloor(picture, colours);
};

/** Hall or workshop: a bare wall with tall windows and a concrete floor. */
export const workshop: RoomPainter = (picture, colours) => {
  const { width, height } = picture;
  paintWall(picture, colours);
  for (const x of [0.04, 0.28, 0.58, 0.82]) {
    const pane = box(width * x, height * 0.06, width * 0.14, height * 0.42);
    paint(picture, pane, downwards(0, colour('#d8ecf3', 0.75), height * 0.5, colour('#9fc3d3', 0.5)));
    paint(picture, box(width * (x + 0.07) - 2, height * 0.06, 4, height * 0.42), darker(colours.wall, 0.5));
    for (const y of [0.2, 0.34])
      paint(picture, box(width * x, height * y, width * 0.14, 4), darker(colours.wall, 0.5));
  }
  paintFloor(picture, colours);
};
