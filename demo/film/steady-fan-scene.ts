import type { Palette, Place } from '../drawing/fan-parts.ts';
import { fanPainters } from '../drawing/fans.ts';
import { colour, createPicture, mix, paint, type Picture } from '../drawing/picture.ts';
import type { Scenery } from '../drawing/posters.ts';
import { roomPainters } from '../drawing/rooms.ts';
import { paintBlades, paintCageBack, paintGuard, type Rotor } from '../drawing/rotor.ts';
import { disc } from '../drawing/shapes.ts';
import {
  blurred,
  LOOP_S,
  placedAt,
  SCENE_HEIGHT,
  SCENE_WIDTH,
  turning,
  type Scene,
  type Sound,
} from './scene.ts';
import { passesOf } from './sound.ts';

const FOOT = { x: SCENE_WIDTH / 2, y: SCENE_HEIGHT * 0.92, size: SCENE_HEIGHT * 0.84 };

interface Pace extends Pick<Sound, 'noise' | 'lowpassHz' | 'swell'> {
  /** Complete turns per loop. */
  readonly turns: number;
}

/** A standing fan that faces straight ahead. `rotorOf` positions the blades. */
export const steadyFan =
  (rotorOf: (place: Place, palette: Palette) => Rotor, { turns, ...noise }: Pace) =>
  ({ fan, palette, room, wall, floor }: Scenery, scale: number): Scene => {
    const rotor = rotorOf(FOOT, palette);
    const background = createPicture(SCENE_WIDTH, SCENE_HEIGHT, scale);
    roomPainters[room](background, { wall, floor });
    fanPainters[fan](background, FOOT, palette);
    // Covers the blades of the still picture.
    paint(background, disc(rotor.x, rotor.y, rotor.radius), mix(colour(wall), [0, 0, 0, 1], 0.4));
    paintCageBack(background, rotor);

    const half = Math.ceil(rotor.radius * 1.05);
    const layer = (paintOn: (picture: Picture, rotor: Rotor) => void): Picture => {
      const picture = createPicture(half * 2, half * 2, scale);
      paintOn(picture, { ...rotor, x: half, y: half });
      return picture;
    };
    const blades = blurred(turns, (angle) =>
      layer((picture, centred) => paintBlades(picture, centred, angle)),
    );
    const overlay = placedAt(rotor.x - half, rotor.y - half);
    return {
      layers: [background, blades, layer(paintGuard)],
      graph: `[layer1]${turning(turns)}[blades];[layer0][blades]${overlay}[open];[open][layer2]${overlay}[picture]`,
      sound: { ...noise, passesPerSecond: passesOf((turns / LOOP_S) * rotor.blades) },
    };
  };
