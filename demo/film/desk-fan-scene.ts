import { rotorAt } from '../drawing/fan-parts.ts';
import { createPicture, type Picture } from '../drawing/picture.ts';
import type { Scenery } from '../drawing/posters.ts';
import { roomPainters } from '../drawing/rooms.ts';
import { paintBlades, paintCageBack, paintGuard, type Rotor } from '../drawing/rotor.ts';
import { paintTableStand } from '../drawing/standing-fans.ts';
import { blurred, LOOP_S, SCENE_HEIGHT, SCENE_WIDTH, turning, type Scene } from './scene.ts';
import { passesOf } from './sound.ts';

const SIZE = 620;
const FOOT = { x: 600, y: 660, size: SIZE };
const HEAD_Y = FOOT.y - SIZE * 0.64;
const RADIUS = SIZE * 0.36;
/** Side of the square picture of the head. */
const HEAD = 500;
const TURNS = 16;
/** Maximum rotation of the head to either side. */
const YAW = 0.62;
/** Distance of its face from the pole. */
const REACH = 80;

/** A table fan that oscillates. */
export function deskFan({ palette, room, wall, floor }: Scenery, scale: number): Scene {
  const rotor = rotorAt(HEAD / 2, HEAD / 2, RADIUS, palette);
  const background = createPicture(SCENE_WIDTH, SCENE_HEIGHT, scale);
  roomPainters[room](background, { wall, floor });
  paintTableStand(background, FOOT, palette);
  const layer = (paintOn: (picture: Picture, rotor: Rotor) => void): Picture => {
    const picture = createPicture(HEAD, HEAD, scale);
    paintOn(picture, rotor);
    return picture;
  };
  const blades = blurred(TURNS, (angle) => layer((picture) => paintBlades(picture, rotor, angle)));
  return {
    layers: [background, layer(paintCageBack), blades, layer(paintGuard)],
    graph: headGraph(),
    sound: {
      noise: 'pink',
      lowpassHz: 700,
      passesPerSecond: passesOf((TURNS / LOOP_S) * rotor.blades),
      swell: 0.12,
    },
  };
}

/** Seen from the front, a head that turns away becomes narrower and moves sideways. */
function headGraph(): string {
  const yaw = `(${YAW}*sin(2*PI*t/${LOOP_S}))`;
  const width = `2*trunc(iw/2*cos${yaw})`;
  const left = `W*(${FOOT.x}+${REACH}*sin${yaw})/${SCENE_WIDTH}-w/2`;
  return [
    `[layer2]${turning(TURNS)}[blades]`,
    '[layer1][blades]overlay[open]',
    `[open][layer3]overlay,scale=w='${width}':h=ih:eval=frame[head]`,
    `[layer0][head]overlay=x='${left}':y=H*${(HEAD_Y - HEAD / 2) / SCENE_HEIGHT}[picture]`,
  ].join(';');
}
