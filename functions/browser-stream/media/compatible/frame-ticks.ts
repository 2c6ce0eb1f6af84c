/**
 * Frames and the places that they have in a job, which makes a steady 30 a second. Cameras deliver frames some ms early
 * or late; rounding their times would put two into one place and none into the next, and the transcoder would drop one.
 * So each frame gets a place of its own, near its time; afterwards the frames of the output get the times back that the
 * camera gave them. Pure.
 */
export const FRAMES_PER_SECOND = 30;

/** As many places may lie beyond a window's end, where it holds more frames than fit; the sound lasts as long. */
const EXTRA_TICKS = 4;

export const tickAt = (timeMs: number): number => Math.round((timeMs * FRAMES_PER_SECOND) / 1000);

/** In whole ms, as WebM has it. */
export const timeOfTick = (tick: number): number => Math.round((tick * 1000) / FRAMES_PER_SECOND);

/**
 * The places of frames at these times (ms after the window's first, rising). They rise, and are all different unless the
 * camera is faster than 30 a second. `endMs` is the window's end, after its first frame.
 */
export function placeFrames(timesMs: readonly number[], endMs: number): number[] {
  const places: number[] = [];
  for (const timeMs of timesMs) places.push(Math.max(tickAt(timeMs), (places.at(-1) ?? -1) + 1));
  return fromTheEnd(places, tickAt(endMs) + EXTRA_TICKS);
}

/** Moves those up that stand too far beyond the end, and what they would push against. */
function fromTheEnd(places: readonly number[], last: number): number[] {
  let limit = last;
  const moved = places.toReversed().map((place) => {
    const tick = Math.max(0, Math.min(place, limit));
    limit = tick - 1;
    return tick;
  });
  return moved.toReversed();
}

/**
 * The times that belong to places: a frame's place has its frame's time, and what the job repeated in between is spread
 * between those. Answers `undefined` for places after the end, which nothing refers to.
 */
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

/** The first place behind the window: the last frame is repeated up to there. */
export const closingTick = (places: readonly number[], endMs: number): number =>
  Math.max((places.at(-1) ?? 0) + 1, tickAt(endMs));
