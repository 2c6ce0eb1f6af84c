/** Finds clicks in a steady tone of 440 Hz at 48 kHz. Pure. */

const SAMPLES_PER_S = 48_000;
const TONE_HZ = 440;
const BLOCK = 240;

/** Returns the maximum deviation from a pure tone for each 5 ms. A click's is ten times as large. */
export function departures(samples: Float32Array): Float32Array {
  const factor = 2 * Math.cos((2 * Math.PI * TONE_HZ) / SAMPLES_PER_S);
  const blocks = new Float32Array(Math.floor(samples.length / BLOCK));
  for (let at = 2; at < blocks.length * BLOCK; at += 1) {
    const departure = Math.abs(samples[at]! - factor * samples[at - 1]! + samples[at - 2]!);
    const block = Math.floor(at / BLOCK);
    if (departure > blocks[block]!) blocks[block] = departure;
  }
  return blocks;
}

/** Returns the largest deviation within 10 ms of any of these times, and of all others, in s from the start. */
export function departuresAt(
  blocks: Float32Array,
  seamsS: readonly number[],
): { readonly atSeams: number; readonly between: number } {
  const near = new Set(
    seamsS.flatMap((seamS) => {
      const block = Math.floor((seamS * SAMPLES_PER_S) / BLOCK);
      return [-2, -1, 0, 1, 2].map((step) => block + step);
    }),
  );
  let [atSeams, between] = [0, 0];
  // Skips the encoder's start.
  for (let block = SAMPLES_PER_S / BLOCK; block < blocks.length - 20; block += 1) {
    if (near.has(block)) atSeams = Math.max(atSeams, blocks[block]!);
    else between = Math.max(between, blocks[block]!);
  }
  return { atSeams, between };
}
