import type { Palette } from './fan-parts.ts';
import { fanPainters, type FanKind } from './fans.ts';
import { createPicture, downwards, colour, mix, paint } from './picture.ts';
import { encodePng } from './png.ts';
import { roomPainters, type RoomKind } from './rooms.ts';
import { box } from './shapes.ts';

/** The appearance of a channel's fan and its room. Colours as `#rrggbb`. */
export interface Scenery {
  readonly fan: FanKind;
  readonly room: RoomKind;
  readonly palette: Palette;
  readonly wall: string;
  readonly floor: string;
}

const THUMBNAIL = { width: 640, height: 360 };
const AVATAR_PX = 256;

/** Fans in the centre of the picture; the others stand on the floor. */
const HANGING: ReadonlySet<FanKind> = new Set(['ceiling', 'exhaust', 'computer']);

/** Draws the fan in its room, 16:9, as a PNG file. */
export function drawThumbnail({ fan, room, palette, wall, floor }: Scenery): Buffer {
  const { width, height } = THUMBNAIL;
  const picture = createPicture(width, height);
  roomPainters[room](picture, { wall, floor });
  const foot = HANGING.has(fan) ? 0.95 : 0.9;
  const size = height * (fan === 'ceiling' ? 0.9 : 0.83);
  fanPainters[fan](picture, { x: width / 2, y: height * foot, size }, palette);
  return encodePng(picture);
}

/** Draws the fan alone, large enough to be recognised at the size of a coin, as a square PNG file. */
export function drawAvatar({ fan, palette, wall }: Scenery): Buffer {
  const picture = createPicture(AVATAR_PX, AVATAR_PX);
  const [light, dark] = [mix(colour(wall), [1, 1, 1, 1], 0.25), mix(colour(wall), [0, 0, 0, 1], 0.3)];
  paint(picture, box(0, 0, AVATAR_PX, AVATAR_PX), downwards(0, light, AVATAR_PX, dark));
  const { size, foot } = closeUp[fan] ?? { size: 0.82, foot: 0.91 };
  fanPainters[fan](picture, { x: AVATAR_PX / 2, y: AVATAR_PX * foot, size: AVATAR_PX * size }, palette);
  return encodePng(picture);
}

/** Size and height of the foot, as shares of the picture, of fans that differ from the default. */
const closeUp: Partial<Record<FanKind, { readonly size: number; readonly foot: number }>> = {
  table: { size: 1.1, foot: 1.2 },
  vintage: { size: 1.1, foot: 1.2 },
  pedestal: { size: 1.45, foot: 1.57 },
  ceiling: { size: 0.66, foot: 0.83 },
  window: { size: 0.58, foot: 0.71 },
  exhaust: { size: 0.78, foot: 0.88 },
  computer: { size: 0.78, foot: 0.89 },
  box: { size: 0.76, foot: 0.87 },
};
