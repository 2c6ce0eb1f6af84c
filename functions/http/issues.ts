import type * as z from 'zod/mini';
import type { Fault } from '#shared/base/api-error.ts';
import type { ErrorReason } from '#shared/base/errors.ts';
import { MEBIBYTE } from '#shared/limits.ts';

type Issue = z.core.$ZodIssue;

const MAX_FAULTS = 5;

/** The rules that a request breaks, by the first issues of its schemas. The schemas must report the input. */
export const faultsOf = (issues: readonly Issue[]): Fault[] => issues.slice(0, MAX_FAULTS).map(faultOf);

function faultOf(issue: Issue): Fault {
  if (issue.code === 'unrecognized_keys')
    return fault('unknown_fields', undefined, {
      names: issue.keys.slice(0, MAX_FAULTS).map(printable).join(', '),
    });
  const field = issue.path.find((part) => typeof part === 'string');
  if (field === undefined && issue.code !== 'custom') return fault('not_an_object');
  // A schema names the rule where zod's own check does not say it.
  const named = /^[a-z]+(_[a-z]+)*$/.test(issue.message) ? (issue.message as ErrorReason) : undefined;
  const [reason, params] = ruleOf(issue);
  if (named?.endsWith('_too_large')) return fault(named, field, { max_mb: Number(params?.max) / MEBIBYTE });
  return fault(named ?? reason, field, params);
}

const fault = (reason: ErrorReason, field?: string, params?: Fault['params']): Fault => ({
  reason,
  ...(field !== undefined && { field }),
  ...(params && { params }),
});

type Rule = readonly [reason: ErrorReason, params?: Readonly<Record<string, string | number>>];

/** The rule behind one of zod's own checks. */
function ruleOf(issue: Issue): Rule {
  if (issue.input === undefined) return ['required'];
  switch (issue.code) {
    case 'invalid_type':
      return [TYPES[issue.expected] ?? 'not_valid'];
    case 'invalid_value':
      return ['not_one_of', { values: issue.values.join(', ') }];
    case 'too_big':
      return [TOO_BIG[issue.origin] ?? 'too_large', { max: Number(issue.maximum) }];
    case 'too_small':
      if (issue.origin === 'array' && issue.minimum === 1) return ['required'];
      return [TOO_SMALL[issue.origin] ?? 'too_small', { min: Number(issue.minimum) }];
    case 'invalid_format':
      return [issue.format === 'email' ? 'not_an_email' : 'not_valid'];
    default:
      return ['not_valid'];
  }
}

const TYPES: Readonly<Record<string, ErrorReason>> = {
  string: 'not_text',
  number: 'not_a_number',
  int: 'not_whole',
  boolean: 'not_true_or_false',
  array: 'not_a_list',
};
const TOO_BIG: Readonly<Record<string, ErrorReason>> = { string: 'too_long', array: 'too_many' };
const TOO_SMALL: Readonly<Record<string, ErrorReason>> = { string: 'too_short', array: 'too_few' };

/** Names come from the caller: never echo long ones or control characters. */
const printable = (name: string): string => name.slice(0, 40).replaceAll(/[^\w.-]/g, '?');
