/** Both are looked past everywhere: a recording may be of another country than its listener. */
const MAINS_HZ = [50, 60] as const;

/** Grids stray by 0.2 Hz in 50 (ENTSO-E's standard range); so does what is multiplied from them. */
const STRAY = 0.004;

/** A line is so wide, to each side. */
const LINE_HZ = 0.9;

/**
 * Whether a line there may be of the mains or of what hums with it: a multiple of 50 or 60 Hz. Magnets pull at twice the
 * mains, and what is magnetised adds the multiples. Such a line is no evidence, neither for a speed nor against one.
 */
export const mayBeHum = (frequencyHz: number): boolean =>
  MAINS_HZ.some((mainsHz) => {
    const order = Math.max(1, Math.round(frequencyHz / mainsHz));
    return Math.abs(frequencyHz - order * mainsHz) <= LINE_HZ + STRAY * frequencyHz;
  });
