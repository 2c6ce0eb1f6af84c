/** A film of the matrix, and its expected result. */

/** A colour at a position of the picture, in shares of its width and height. */
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
  /** Returns the path of the file, which is created once. */
  readonly make: () => Promise<string>;
  readonly durationS: number;
  /** Size of the largest rendition. */
  readonly size: string;
  /** Frequency of the audible tone in Hz; missing if there is no audio. @default 440 */
  readonly toneHz?: number | null;
  /** Start of the tone in seconds. @default 0 */
  readonly toneFromS?: number;
  /** Colour at the end. @default any */
  readonly lastColour?: 'red';
  /** Frame rate of the largest rendition. @default any */
  readonly rate?: number;
  /** Expected colours by time and position. */
  readonly samples?: readonly ColourSample[];
  /** Mean level of the audio in dB. @default any */
  readonly levelDb?: number;
  /** Whether `npm test` includes it. */
  readonly isQuick?: boolean;
}

export const DEFAULT_SIZE = '320x180';

/** A film of two seconds and of the default size, unless it is said otherwise. */
export const film = (
  name: string,
  make: MatrixFilm['make'],
  other: Partial<MatrixFilm> = {},
): MatrixFilm => ({ name, make, durationS: 2, size: DEFAULT_SIZE, ...other });
