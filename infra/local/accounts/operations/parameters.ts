import { AwsError } from '../../aws/aws-error.ts';
import { invalidParameter } from '../pool/refusals.ts';

/** An operation's input as received. */
export type Input = Readonly<Record<string, unknown>>;

/** Constraints of a text parameter in Cognito's API reference. */
interface Rule<Required extends boolean = boolean> {
  readonly required: Required;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  /** Allowed values. @default any text */
  readonly oneOf?: readonly string[];
  /** Whether Cognito repeats an invalid value in its error message. */
  readonly isPublic?: boolean;
}

const NAME = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u;

export const USERNAME = { required: true, minLength: 1, maxLength: 128, pattern: NAME } as const;
export const PASSWORD = { required: true, maxLength: 256, pattern: /^[\S]+.*[\S]+$/ } as const;
export const CLIENT_ID = { required: true, minLength: 1, maxLength: 128, pattern: /^[\w+]+$/ } as const;
export const POOL_ID = {
  required: true,
  minLength: 1,
  maxLength: 55,
  pattern: /^[\w-]+_[0-9a-zA-Z]+$/,
  isPublic: true,
} as const;
export const CODE = { required: true, minLength: 1, maxLength: 2048, pattern: /^[\S]+$/ } as const;

export function optional<T extends Rule>(rule: T): T & Rule<false> {
  return { ...rule, required: false } as T & Rule<false>;
}

type Parsed<S> = { readonly [K in keyof S]: S[K] extends Rule<true> ? string : string | undefined };

/**
 * Reads the text parameters that `rules` names. Throws InvalidParameterException with all violations, as by Cognito.
 */
export function parameters<S extends Readonly<Record<string, Rule>>>(input: Input, rules: S): Parsed<S> {
  const violations = Object.entries(rules).flatMap(([name, rule]) => violationsOf(name, input[name], rule));
  if (violations.length > 0) {
    const count = `${violations.length} validation error${violations.length > 1 ? 's' : ''} detected: `;
    throw invalidParameter(count + violations.join('; '));
  }
  return Object.fromEntries(Object.keys(rules).map((name) => [name, input[name] ?? undefined])) as Parsed<S>;
}

function violationsOf(name: string, value: unknown, rule: Rule): string[] {
  const member = name[0]?.toLowerCase() + name.slice(1);
  const violation = (visibleValue: string, what: string): string =>
    `Value ${rule.isPublic ? `${visibleValue} ` : ''}at '${member}' failed to satisfy constraint: Member must ${what}`;
  if (value === undefined || value === null) return rule.required ? [violation('null', 'not be null')] : [];
  if (typeof value !== 'string') {
    throw new AwsError('SerializationException', `${typeof value} can not be converted to a String`);
  }
  return textViolations(value, rule).map((what) => violation(`'${value}'`, what));
}

function textViolations(value: string, rule: Rule): string[] {
  const { minLength = 0, maxLength = Infinity, pattern, oneOf } = rule;
  if (oneOf && !oneOf.includes(value)) return [`satisfy enum value set: [${oneOf.join(', ')}]`];
  // The length is checked before the pattern, so that no pattern runs over a long text.
  if (value.length > maxLength) return [`have length less than or equal to ${maxLength}`];
  const violations: string[] = [];
  if (pattern && !pattern.test(value))
    violations.push(`satisfy regular expression pattern: ${wording(pattern)}`);
  if (value.length < minLength) violations.push(`have length greater than or equal to ${minLength}`);
  return violations;
}

/** In Cognito's messages only the password's pattern is anchored. */
function wording(pattern: RegExp): string {
  return pattern === PASSWORD.pattern ? pattern.source : pattern.source.slice(1, -1);
}
