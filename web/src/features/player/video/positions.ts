/** Remembers in this browser where the viewer stopped in the latest videos. */
import { keep, readKept } from '#web/lib/kept.ts';

/** Written out where it is removed, at log-outs and with the history: a shared constant would be one more chunk of Home. */
const KEY = 'player.positions';
const MAX_VIDEOS = 100;
/** A viewer who stops earlier than this has not really started … */
const BEGUN_AFTER_S = 5;
/** … and one who stops this near to the end has finished. */
const SEEN_BEFORE_END_S = 10;

/** Newest first. */
type Positions = readonly (readonly [id: string, seconds: number])[];

/** Where to continue, in seconds; 0: at the start. */
export const positionOf = (id: string): number => read().find(([known]) => known === id)?.[1] ?? 0;

/** Remembers the position in a video; forgets it if the video was hardly started or finished. */
export function keepPosition(id: string, seconds: number, durationS: number): void {
  const others = read().filter(([known]) => known !== id);
  const isWorthIt = seconds >= BEGUN_AFTER_S && seconds < durationS - SEEN_BEFORE_END_S;
  const positions = isWorthIt ? [[id, Math.floor(seconds)], ...others] : others;
  keep('localStorage', KEY, positions.slice(0, MAX_VIDEOS));
}

function read(): Positions {
  const kept = readKept('localStorage', KEY);
  return Array.isArray(kept) ? kept.filter(isPosition) : [];
}

const isPosition = (entry: unknown): entry is [string, number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number' && entry[1] > 0;
