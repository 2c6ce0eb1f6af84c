/** Compares played audio with the recording; both are samples at 48 kHz, `offset` apart. */

/** Returns by how many samples the played audio is late. */
export function bestLag(source: Float32Array, played: Float32Array, offset: number, from = 48_000): number {
  const [length, reach] = [72_000, 600];
  const likeness = (lag: number): number => {
    let sum = 0;
    for (let at = from; at < from + length; at += 1)
      sum += (played[at] ?? 0) * (source[at + offset - lag] ?? 0);
    return sum;
  };
  const lags = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach);
  const likenesses = lags.map(likeness);
  return lags[likenesses.indexOf(Math.max(...likenesses))] ?? Number.NaN;
}

/** Returns the maximum error in 5 ms, within 50 ms of a time, as a share of the recording's loudness around it. */
export function errorAround(
  source: Float32Array,
  played: Float32Array,
  offset: number,
  moment: number,
): number {
  const [block, reach] = [240, 2400];
  const power = (from: number, length: number, value: (at: number) => number): number => {
    let sum = 0;
    for (let at = from; at < from + length; at += 1) sum += value(at) ** 2;
    return sum / length;
  };
  const start = Math.max(0, Math.round(moment) - reach);
  const loudness = power(start, 2 * reach, (at) => source[at + offset] ?? 0);
  const blocks = Array.from({ length: (2 * reach) / block }, (_, index) => start + index * block);
  const errors = blocks.map((from) =>
    power(from, block, (at) => (played[at] ?? 0) - (source[at + offset] ?? 0)),
  );
  return Math.sqrt(Math.max(...errors) / (loudness + 1e-6));
}
