/** The curve by which loudness is weighted as ears do: IEC 61672-1:2013, Annex E. */
const F1 = 20.598997;
const F2 = 107.65265;
const F3 = 737.86223;
const F4 = 12194.217;

/** Its value at 1 kHz, which makes that 0 dB. */
const AT_1_KHZ_DB = 1.9997;

/** In dB; nothing is heard at 0 Hz. */
export function aWeightingDb(frequencyHz: number): number {
  const square = frequencyHz ** 2;
  const part =
    (F4 ** 2 * square ** 2) /
    ((square + F1 ** 2) * Math.sqrt((square + F2 ** 2) * (square + F3 ** 2)) * (square + F4 ** 2));
  return 20 * Math.log10(part) + AT_1_KHZ_DB;
}
