/** When a loop passes from the end of what it plays to its beginning. Pure; times in seconds. */

export interface LoopTimes {
  /** How long both are heard. */
  readonly crossfadeS: number;
  /** How long the beginning plays unheard before: until it has certainly begun, and was compared with the end. */
  readonly prerollS: number;
  /** What is left out at the very end, where the sound may be shorter than the picture. */
  readonly marginS: number;
}

/** Of a recording of this length. */
export const loopTimes = (durationS: number): LoopTimes => ({
  crossfadeS: Math.min(3, durationS / 4),
  prerollS: Math.min(1.2, durationS / 6),
  marginS: Math.min(0.25, durationS / 20),
});

/** Until the beginning is to be started, at `placeS` of the recording; below 0: it is late. */
export function untilPrerollS(placeS: number, durationS: number): number {
  const { crossfadeS, prerollS, marginS } = loopTimes(durationS);
  return durationS - marginS - crossfadeS - prerollS - placeS;
}

/** Shorter, it would click. */
const SHORTEST_CROSSFADE_S = 0.03;

/** How long the passage is that begins now: the usual time, or what is left where it begins late. */
export function crossfadeFromS(placeS: number, durationS: number): number {
  const { crossfadeS, marginS } = loopTimes(durationS);
  return Math.max(SHORTEST_CROSSFADE_S, Math.min(crossfadeS, durationS - marginS - placeS));
}
