import { ceilingRotor, paintCeilingLamp } from '../drawing/ceiling-fan.ts';
import { createPicture, type Picture } from '../drawing/picture.ts';
import type { Scenery } from '../drawing/posters.ts';
import { roomPainters } from '../drawing/rooms.ts';
import { paintBlades, paintBladeShadows } from '../drawing/rotor.ts';
import { blurred, LOOP_S, placedAt, SCENE_HEIGHT, SCENE_WIDTH, turning, type Scene } from './scene.ts';

const SIZE = 600;
/** Side of the square rotating pictures. */
const SIDE = 820;
const TURNS = 5;
const SHADOW = { right: 34, down: 46, softPx: 26 };

/** A ceiling fan from below, with a lamp in its centre and soft shadows on the planks. */
export function overheadFan({ palette, room, wall, floor }: Scenery, scale: number): Scene {
  const rotor = ceilingRotor(SIDE / 2, SIDE / 2, SIZE * 0.66, palette);
  const background = createPicture(SCENE_WIDTH, SCENE_HEIGHT, scale);
  roomPainters[room](background, { wall, floor });
  const layer = (paintOn: (picture: Picture) => void): Picture => {
    const picture = createPicture(SIDE, SIDE, scale);
    paintOn(picture);
    return picture;
  };
  const shadows = layer((picture) => paintBladeShadows(picture, rotor, 0, SHADOW.softPx));
  const blades = blurred(TURNS, (angle) => layer((picture) => paintBlades(picture, rotor, angle)));
  const lamp = layer((picture) =>
    paintCeilingLamp(picture, { x: SIDE / 2, y: SIDE / 2, size: SIZE }, palette),
  );
  return {
    layers: [background, shadows, blades, lamp],
    graph: ceilingGraph(),
    sound: { noise: 'brown', lowpassHz: 320, passesPerSecond: (TURNS / LOOP_S) * rotor.blades, swell: 0.35 },
  };
}

function ceilingGraph(): string {
  const [left, top] = [(SCENE_WIDTH - SIDE) / 2, (SCENE_HEIGHT - SIDE) / 2];
  return [
    `[layer1]${turning(TURNS)}[shadows]`,
    `[layer2]${turning(TURNS)}[blades]`,
    `[layer0][shadows]${placedAt(left + SHADOW.right, top + SHADOW.down)}[ceiling]`,
    `[ceiling][blades]${placedAt(left, top)}[turning]`,
    `[turning][layer3]${placedAt(left, top)}[picture]`,
  ].join(';');
}
