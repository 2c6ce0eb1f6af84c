/** A film of the matrix, and how it is to be. */

/** A colour at a place of the picture, in shares of its width and height. */
export interface ColourSample {
  readonly atS: number;
  readonly x: number;
  readonly y: number;
  readonly colour: keyof typeof COLOURS;
}

export const COLOURS = {
  red: [255, 0, 0],
  lime: [0, 255, 0],
  blue: [0, 0, 255],
  white: [255, 255, 255],
  black: [0, 0, 0],
} as const;

export interface MatrixFilm {
  readonly name: string;
  /** Makes the file, or finds it made; answers its path. */
  readonly make: () => Promise<string>;
  readonly durationS: number;
  /** Of the largest rendition. */
  readonly size: string;
  /** The tone that is heard, in Hz; missing where there is no sound. @default 440 */
  readonly toneHz?: number | null;
  /** From when on the tone is heard, in seconds. @default 0 */
  readonly toneFromS?: number;
  /** Of the picture at its end. @default whatever */
  readonly lastColour?: 'red';
  /** Pictures a second of the largest rendition. @default whatever */
  readonly rate?: number;
  /** What is seen where and when. */
  readonly samples?: readonly ColourSample[];
  /** The mean level of the sound, in dB. @default whatever */
  readonly levelDb?: number;
  /** Whether `npm test` tries it. */
  readonly isQuick?: boolean;
}

export const DEFAULT_SIZE = '320x180';

/** A film of two seconds and of the default size, unless it is said otherwise. */
export const film = (
  name: string,
  make: MatrixFilm['make'],
  other: Partial<MatrixFilm> = {},
): MatrixFilm => ({ name, make, durationS: 2, size: DEFAULT_SIZE, ...other });
