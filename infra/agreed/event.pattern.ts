import type { BusEvent } from './event.ts';

/** A value as it must be, or a text with `*` for whatever may stand there. */
export type ValuePattern = string | { readonly wildcard: string };
export interface DetailPattern {
  readonly [field: string]: readonly ValuePattern[] | DetailPattern;
}

/**
 * The part of EventBridge's pattern language in use: every field that is named must be there and equal one of the values
 * listed, or look as one of them says. Source: EventBridge User Guide, "Comparison operators in event patterns".
 */
export interface EventPattern {
  readonly source: readonly string[];
  readonly 'detail-type': readonly string[];
  readonly detail?: DetailPattern;
}

/** Whether a rule with this pattern takes the event. */
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

/** Of a list, one entry is enough. */
function isLike(wanted: ValuePattern, found: unknown): boolean {
  if (Array.isArray(found)) return found.some((one) => isLike(wanted, one));
  if (typeof wanted === 'string') return found === wanted;
  return typeof found === 'string' && asExpression(wanted.wildcard).test(found);
}
