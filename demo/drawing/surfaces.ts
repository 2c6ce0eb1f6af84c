/** Backgrounds without a floor: for fans that hang, are built in, or are in a window. */
import { colour, downwards, outwards, paint } from './picture.ts';
import { darker, lighter, whole, type RoomPainter } from './room-parts.ts';
import { box, disc, ellipse, line } from './shapes.ts';

/** Bare bricks. */
export const bricks: RoomPainter = (picture, colours) => {
  const { width, height } = picture;
  paint(picture, whole(picture), darker(colours.wall, 0.45));
  const [brickWidth, brickHeight] = [width / 9, height / 12];
  for (let row = 0; row < 12; row += 1) {
    for (let column = -1; column < 10; column += 1) {
      const x = (column + (row % 2) / 2) * brickWidth;
      const tint = ((row * 7 + column * 13 + 20) % 5) / 20;
      const brick = box(x + 3, row * brickHeight + 3, brickWidth - 6, brickHeight - 6, 3);
      paint(picture, brick, darker(colours.wall, tint));
    }
  }
  paint(
    picture,
    whole(picture),
    outwards(width / 2, height * 0.4, width * 0.6, [0, 0, 0, 0], [0, 0, 0, 0.6]),
  );
};

/** Planks, seen from below. */
export const ceiling: RoomPainter = (picture, colours) => {
  const { width, height } = picture;
  const planks = 9;
  for (let plank = 0; plank < planks; plank += 1) {
    const top = (plank / planks) * height;
    const tint = ((plank * 5) % 4) * 0.045;
    paint(picture, box(0, top, width, height / planks), darker(colours.wall, tint));
    paint(picture, box(0, top, width, 3), darker(colours.wall, 0.35));
    const joint = width * ((plank * 0.377 + 0.2) % 1);
    paint(picture, box(joint, top, 3, height / planks), darker(colours.wall, 0.3));
  }
  const light = outwards(width / 2, height / 2, width * 0.62, [1, 0.93, 0.75, 0.3], [0, 0, 0, 0.5]);
  paint(picture, whole(picture), light);
};

/** The dark inside of a computer, with a strip of light. */
export const machine: RoomPainter = (picture, colours) => {
  const { width, height } = picture;
  paint(
    picture,
    whole(picture),
    downwards(0, lighter(colours.wall, 0.06), height, darker(colours.wall, 0.5)),
  );
  const trace = colour(colours.floor, 0.4);
  for (let lane = 0; lane < 9; lane += 1) {
    const y = height * (0.08 + lane * 0.105);
    const bend = width * (0.12 + ((lane * 0.29) % 0.5));
    paint(picture, line([0, y], [bend, y], 2), trace);
    paint(picture, line([bend, y], [bend + height * 0.08, y + height * 0.08], 2), trace);
    paint(picture, line([bend + height * 0.08, y + height * 0.08], [width, y + height * 0.08], 2), trace);
    paint(picture, disc(bend, y, 5), colour(colours.floor, 0.8));
  }
  paint(
    picture,
    whole(picture),
    outwards(width / 2, height / 2, width * 0.55, colour(colours.floor, 0.35), [0, 0, 0, 0.55]),
  );
};

/** Sky and hills, as seen through a window. */
export const outdoors: RoomPainter = (picture, colours) => {
  const { width, height } = picture;
  paint(
    picture,
    whole(picture),
    downwards(0, colour(colours.wall), height * 0.8, lighter(colours.wall, 0.6)),
  );
  paint(picture, disc(width * 0.14, height * 0.2, height * 0.09), colour('#ffe08a'));
  for (const [x, y, size] of [
    [0.36, 0.16, 1],
    [0.82, 0.12, 0.8],
  ] as const) {
    for (const puff of [-1, 0, 1]) {
      const radius = height * 0.06 * size * (puff === 0 ? 1.25 : 0.9);
      paint(picture, disc(width * x + puff * height * 0.07 * size, height * y, radius), [1, 1, 1, 0.85]);
    }
  }
  paint(picture, ellipse(width * 0.2, height * 0.98, width * 0.5, height * 0.26), colour('#6aa56c'));
  paint(picture, ellipse(width * 0.85, height, width * 0.5, height * 0.3), colour('#4c8a5b'));
  paint(picture, box(0, height * 0.9, width, height * 0.1), lighter(colours.floor, 0.15));
  paint(picture, box(0, height * 0.9, width, height * 0.02), lighter(colours.floor, 0.45));
};
