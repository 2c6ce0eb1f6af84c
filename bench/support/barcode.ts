/**
 * A clock that is drawn into a picture and survives any encoder: a strip of black and white cells along the upper edge.
 * The first two cells are white and black, as a reference; then 24 bits of the clock in ms, which repeat after 4.6
 * hours; then 6 check bits.
 */

export const STRIP_HEIGHT_PX = 40;
/** Number of cells in a strip, from left to right; together they are as wide as the picture. */
export const CELLS = 32;

const CLOCK_BITS = 24;
const CHECK_BITS = 6;
const CLOCK_RANGE_MS = 2 ** CLOCK_BITS;
/** Within video's luma range. */
const WHITE = 235;
const BLACK = 16;
/** With less contrast, it is not a strip. */
const MIN_CONTRAST = 64;

/** Returns the cells of a strip for `atMs`, from left to right; true is white. */
export const cellsAt = (atMs: number): boolean[] => toCells(atMs % CLOCK_RANGE_MS);

/** Returns the luma of a strip for `atMs`, row by row. */
export function drawStrip(widthPx: number, atMs: number): Uint8Array {
  const cells = cellsAt(atMs);
  const row = Uint8Array.from({ length: widthPx }, (_, x) =>
    cells[Math.floor((x * CELLS) / widthPx)] ? WHITE : BLACK,
  );
  const strip = new Uint8Array(widthPx * STRIP_HEIGHT_PX);
  for (let y = 0; y < STRIP_HEIGHT_PX; y += 1) strip.set(row, y * widthPx);
  return strip;
}

/** Returns the age of a strip at `nowMs` in ms, from the brightness of its cells; `null` if it is unreadable. */
export function readAgeMs(brightness: readonly number[], nowMs: number): number | null {
  const [white = 0, black = 0, ...rest] = brightness;
  if (rest.length !== CLOCK_BITS + CHECK_BITS || white - black < MIN_CONTRAST) return null;
  const bits = rest.map((value) => value > (white + black) / 2);
  const clockMs = toNumber(bits.slice(0, CLOCK_BITS));
  if (toNumber(bits.slice(CLOCK_BITS)) !== checkOf(clockMs)) return null;
  return ((nowMs % CLOCK_RANGE_MS) - clockMs + CLOCK_RANGE_MS) % CLOCK_RANGE_MS;
}

const toCells = (clockMs: number): boolean[] => [
  true,
  false,
  ...toBits(clockMs, CLOCK_BITS),
  ...toBits(checkOf(clockMs), CHECK_BITS),
];

/** The remainder by a prime changes with any single wrong bit, and with nearly all pairs of them. */
const checkOf = (clockMs: number): number => clockMs % 61;

const toBits = (value: number, count: number): boolean[] =>
  Array.from({ length: count }, (_, bit) => Math.floor(value / 2 ** bit) % 2 === 1);

const toNumber = (bits: readonly boolean[]): number =>
  bits.reduce((sum, isSet, bit) => sum + (isSet ? 2 ** bit : 0), 0);
