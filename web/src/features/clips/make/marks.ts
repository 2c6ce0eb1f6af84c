/** Where a clip that is being marked begins and ends, on the clock of what is watched. Pure; all in seconds. */
import { CLIP_MAX_MS, CLIP_MIN_MS } from '../../../../../shared/limits.ts';

export const MIN_S = CLIP_MIN_MS / 1000;
export const MAX_S = CLIP_MAX_MS / 1000;
/** As long as most are. */
const USUAL_S = 30;

export interface Marks {
  readonly fromS: number;
  readonly untilS: number;
}

export type Mark = keyof Marks;

/** What can be marked now. */
export interface Range {
  readonly startS: number;
  readonly endS: number;
}

/** What was just seen, as that is what somebody wants to have kept; at the very beginning what comes. */
export function firstMarks(nowS: number, { startS, endS }: Range): Marks {
  const untilS = Math.min(endS, Math.max(nowS, startS + MIN_S));
  return { fromS: Math.max(startS, untilS - USUAL_S), untilS };
}

/** The marks with one of them at another place; the other one goes along where they came too near, or too far apart. */
export function moved({ fromS, untilS }: Marks, mark: Mark, toS: number, { startS, endS }: Range): Marks {
  if (mark === 'fromS') {
    const from = Math.min(Math.max(startS, toS), Math.max(startS, endS - MIN_S));
    return { fromS: from, untilS: Math.min(endS, Math.min(Math.max(untilS, from + MIN_S), from + MAX_S)) };
  }
  const until = Math.max(Math.min(endS, toS), Math.min(endS, startS + MIN_S));
  return { fromS: Math.max(startS, Math.max(Math.min(fromS, until - MIN_S), until - MAX_S)), untilS: until };
}

/** Around the marks, so that each can be moved further than it may go. */
const AROUND_S = 30;

/** What a track shows: the marks, where it is played now if that is near, and some room. */
export function visibleRange({ fromS, untilS }: Marks, { startS, endS }: Range): Range {
  return { startS: Math.max(startS, fromS - AROUND_S), endS: Math.min(endS, untilS + AROUND_S) };
}

export const isLongEnough = ({ fromS, untilS }: Marks): boolean => untilS - fromS >= MIN_S - 0.001;
