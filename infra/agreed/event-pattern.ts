import type { BusEvent } from './event.ts';

/** An exact value, or a text with `*` for any characters. */
export type ValuePattern = string | { readonly wildcard: string };
export interface DetailPattern {
  readonly [field: string]: readonly ValuePattern[] | DetailPattern;
}

/**
 * The part of EventBridge's pattern language in use: every field in the pattern must exist and match one of the listed
 * values. Source: EventBridge User Guide, "Comparison operators in event patterns".
 */
export interface EventPattern {
  readonly source: readonly string[];
  readonly 'detail-type': readonly string[];
  readonly detail?: DetailPattern;
}

/** Returns whether a rule with this pattern matches the event. */
export const matches = (pattern: EventPattern, event: BusEvent): boolean =>
  pattern.source.includes(event.source) &&
  pattern['detail-type'].includes(event['detail-type']) &&
  hasFields(pattern.detail ?? {}, event.detail);

const hasFields = (pattern: DetailPattern, value: unknown): boolean =>
  Object.entries(pattern).every(([field, wanted]) => {
    const found = fieldOf(value, field);
    return isList(wanted) ? wanted.some((one) => isLike(one, found)) : hasFields(wanted, found);
  });

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? (value as Record<string, unknown>)[field]
    : undefined;

const isList = (wanted: readonly ValuePattern[] | DetailPattern): wanted is readonly ValuePattern[] =>
  Array.isArray(wanted);

const asExpression = (wildcard: string): RegExp =>
  new RegExp(`^${wildcard.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`, 's');

/** A list matches if one of its entries does. */
function isLike(wanted: ValuePattern, found: unknown): boolean {
  if (Array.isArray(found)) return found.some((one) => isLike(wanted, one));
  if (typeof wanted === 'string') return found === wanted;
  return typeof found === 'string' && asExpression(wanted.wildcard).test(found);
}
