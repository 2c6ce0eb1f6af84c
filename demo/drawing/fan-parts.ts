/** Shared parts of fan drawings. */
import { colour, downwards, mix, type Colour, type Picture } from './picture.ts';
import { paintBlades, paintCageBack, paintGuard, type Rotor } from './rotor.ts';

export interface Palette {
  readonly blade: string;
  readonly body: string;
  readonly accent: string;
}

/** The centre of the foot, and the fan's approximate height in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export type FanPainter = (picture: Picture, place: Place, palette: Palette) => void;

export const BLACK: Colour = [0, 0, 0, 1];
export const WHITE: Colour = [1, 1, 1, 1];

type RotorForm = Partial<Pick<Rotor, 'blades' | 'width' | 'sweep' | 'tip' | 'guard'>>;

/** A rotor in the palette's colours. */
export const rotorAt = (
  x: number,
  y: number,
  radius: number,
  palette: Palette,
  form: RotorForm = {},
): Rotor => ({
  x,
  y,
  radius,
  blades: 3,
  width: 0.95,
  sweep: 0.5,
  tip: 0.4,
  guard: 'radial',
  ...form,
  colours: {
    blade: colour(palette.blade),
    hub: colour(palette.accent),
    wire: mix(colour(palette.body), WHITE, 0.25),
  },
});

/** Cage, blades and guard. */
export function paintRotor(picture: Picture, rotor: Rotor): void {
  paintCageBack(picture, rotor);
  paintBlades(picture, rotor);
  paintGuard(picture, rotor);
}

/** A colour lit from above. */
export const lit = (hex: string, top: number, bottom: number) =>
  downwards(top, mix(colour(hex), WHITE, 0.22), bottom, mix(colour(hex), BLACK, 0.28));
