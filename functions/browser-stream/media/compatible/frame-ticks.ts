/** Gives each frame its own tick of the job's steady 30 per second, because cameras deliver some ms early or late. */
export const FRAMES_PER_SECOND = 30;

/** The number of ticks allowed after a window's end if it has more frames than fit; the sound lasts as long. */
const EXTRA_TICKS = 4;

const tickAt = (timeMs: number): number => Math.round((timeMs * FRAMES_PER_SECOND) / 1000);

export const timeOfTick = (tick: number): number => Math.round((tick * 1000) / FRAMES_PER_SECOND);

/** Times in ms after the window's first frame, increasing. Ticks differ unless the camera exceeds 30 per second. */
export function placeFrames(timesMs: readonly number[], endMs: number): number[] {
  const places: number[] = [];
  for (const timeMs of timesMs) places.push(Math.max(tickAt(timeMs), (places.at(-1) ?? -1) + 1));
  return fromTheEnd(places, tickAt(endMs) + EXTRA_TICKS);
}

/** Moves frames forward that are too far after the end, and the frames before them. */
function fromTheEnd(places: readonly number[], last: number): number[] {
  let limit = last;
  const moved = places.toReversed().map((place) => {
    const tick = Math.max(0, Math.min(place, limit));
    limit = tick - 1;
    return tick;
  });
  return moved.toReversed();
}

/** The times of ticks; repeated frames are spread evenly between. `undefined` for ticks after the end. */
export function timesOfTicks(
  timesMs: readonly number[],
  endMs: number,
): (tick: number) => number | undefined {
  const places = placeFrames(timesMs, endMs);
  const knots = places.map((tick, index) => ({ tick, timeMs: timesMs[index] ?? 0 }));
  knots.push({ tick: closingTick(places, endMs), timeMs: endMs });
  return (tick) => {
    const next = knots.findIndex((knot) => knot.tick >= tick);
    const after = knots[next];
    if (!after) return undefined;
    const before = knots[next - 1] ?? after;
    const share = after.tick === before.tick ? 1 : (tick - before.tick) / (after.tick - before.tick);
    const timeMs = Math.round(before.timeMs + share * (after.timeMs - before.timeMs));
    return timeMs < endMs ? timeMs : undefined;
  };
}

export const closingTick = (places: readonly number[], endMs: number): number =>
  Math.max((places.at(-1) ?? 0) + 1, tickAt(endMs));
