/** Shared parts of room drawings. */
import { colour, downwards, mix, outwards, paint, type Colour, type Picture } from './picture.ts';
import { box } from './shapes.ts';

export interface RoomColours {
  readonly wall: string;
  readonly floor: string;
}

export type RoomPainter = (picture: Picture, colours: RoomColours) => void;

/** Upper edge of the floor or table, as a share of the height. */
const FLOOR = 0.8;

export const whole = ({ width, height }: Picture) => box(0, 0, width, height);
export const darker = (hex: string, share: number): Colour => mix(colour(hex), [0, 0, 0, 1], share);
export const lighter = (hex: string, share: number): Colour => mix(colour(hex), [1, 1, 1, 1], share);

export function paintWall(picture: Picture, { wall }: RoomColours): void {
  const { width, height } = picture;
  paint(picture, whole(picture), downwards(0, lighter(wall, 0.1), height, darker(wall, 0.35)));
  const glow = outwards(width * 0.3, height * 0.2, height, [1, 0.95, 0.8, 0.22], [1, 0.95, 0.8, 0]);
  paint(picture, whole(picture), glow);
}

export function paintFloor(picture: Picture, { floor }: RoomColours): void {
  const { width, height } = picture;
  const top = height * FLOOR;
  paint(
    picture,
    box(0, top, width, height - top),
    downwards(top, lighter(floor, 0.1), height, darker(floor, 0.4)),
  );
  paint(picture, box(0, top, width, height * 0.008), lighter(floor, 0.3));
}
