/** How long a further guess at a password has to wait. Pure; times in ms. */
import type { Condition } from '../../aws/table/write-expressions.ts';
import type { GuessLimits } from '../../limits/stage-limits.ts';

/** After so many tries, since the last of them. */
export const waitAfterMs = ({ free, waitsMs }: GuessLimits, tries: number): number =>
  tries < free ? 0 : (waitsMs[tries - free] ?? waitsMs.at(-1)!);

/** The same, as a condition on an item with the number of `tries` and the time of the last, `tried_ms`. */
export function isOpen({ free, waitsMs }: GuessLimits, nowMs: number): Condition {
  const last = waitsMs.length - 1;
  const isOver = waitsMs.map(
    (_, index) => `(tries ${index < last ? '=' : '>='} :tries${index} AND tried_ms <= :over${index})`,
  );
  const values = waitsMs.flatMap((waitMs, index) => [
    [`:tries${index}`, free + index],
    [`:over${index}`, nowMs - waitMs],
  ]);
  return {
    if: ['attribute_not_exists(tries)', 'tries < :free', ...isOver].join(' OR '),
    values: { ':free': free, ...Object.fromEntries(values) },
  };
}
