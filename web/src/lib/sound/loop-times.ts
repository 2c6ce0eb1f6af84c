/** The times of a loop's crossfade, in seconds. */

interface LoopTimes {
  /** How long both are heard. */
  readonly crossfadeS: number;
  /** The silent playback before, for a safe start and the comparison. */
  readonly prerollS: number;
  /** Skipped at the end, where sound may be shorter than the picture. */
  readonly marginS: number;
}

export const loopTimes = (durationS: number): LoopTimes => ({
  crossfadeS: Math.min(3, durationS / 4),
  prerollS: Math.min(1.2, durationS / 6),
  marginS: Math.min(0.25, durationS / 20),
});

/** The time until the preroll at `placeS`; below 0 it is late. */
export function untilPrerollS(placeS: number, durationS: number): number {
  const { crossfadeS, prerollS, marginS } = loopTimes(durationS);
  return durationS - marginS - crossfadeS - prerollS - placeS;
}

/** Shorter fades click. */
const SHORTEST_CROSSFADE_S = 0.03;

/** The length of a crossfade that starts now, shortened if late. */
export function crossfadeFromS(placeS: number, durationS: number): number {
  const { crossfadeS, marginS } = loopTimes(durationS);
  return Math.max(SHORTEST_CROSSFADE_S, Math.min(crossfadeS, durationS - marginS - placeS));
}
