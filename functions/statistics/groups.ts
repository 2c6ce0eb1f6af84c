/** Viewers by what they have in common, without what could point at a person. Pure. */
import { type Group, MIN_GROUP } from '#shared/live/statistics.ts';

export const OTHER = 'other';
/** Groups in an answer. */
const MAX_GROUPS = 20;

const inFives = (viewers: number): number => Math.floor(viewers / MIN_GROUP) * MIN_GROUP;

/**
 * The largest groups, each rounded down to a multiple of five, so that one person who comes changes no number by themselves.
 * The members of the others are in `other`, which is left out where it is too small.
 */
export function visibleGroups(counts: Readonly<Record<string, number>>): Group[] {
  const named = Object.entries(counts)
    .filter(([name, viewers]) => name !== OTHER && viewers >= MIN_GROUP)
    .toSorted(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, MAX_GROUPS);
  const all = sumOf(Object.values(counts));
  const rest = inFives(all - sumOf(named.map(([, viewers]) => viewers)));
  const groups = named.map(([name, viewers]) => ({ name, viewers: inFives(viewers) }));
  return rest > 0 ? [...groups, { name: OTHER, viewers: rest }] : groups;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
