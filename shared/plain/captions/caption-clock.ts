import { HOUR_MS } from '../time.ts';
import type { CaptionClock } from './caption-faults.ts';

interface Options {
  readonly durationMs: number;
  readonly shiftMs: number;
}

/**
 * Programs of television begin at 10:00:00 or 01:00:00. Where captions begin after an hour, proposes to leave
 * out whole hours, so that a pause before the first caption stays; or else, to begin with it.
 */
export function clockOf(
  startsMs: readonly number[],
  { durationMs, shiftMs }: Options,
): CaptionClock | undefined {
  const inside = (byMs: number) => startsMs.filter((startMs) => startMs + byMs < durationMs).length;
  const firstMs = startsMs.reduce((first, startMs) => Math.min(first, startMs), Infinity);
  const isMostLate = inside(shiftMs) * 2 < startsMs.length;
  if (firstMs === Infinity || firstMs < HOUR_MS || (shiftMs !== 0 && !isMostLate)) return undefined;
  const shifts = [-Math.floor(firstMs / HOUR_MS) * HOUR_MS, -firstMs];
  const best =
    shifts.find((byMs) => inside(byMs) === startsMs.length) ??
    shifts.find((byMs) => inside(byMs) * 2 >= startsMs.length);
  return best === undefined || best === shiftMs ? undefined : { first_ms: firstMs, shift_ms: best };
}
