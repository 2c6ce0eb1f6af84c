import { wildcardExpression } from '#infra/agreed/wildcards.ts';

/** One action on one resource, which a service asks IAM to authorise. */
export interface IamRequest {
  /** For example `s3:PutObject`. */
  readonly action: string;
  /** An ARN, or `*` if the action has no resource types. */
  readonly resource: string;
  /** Values by condition key, for example `aws:RequestTag/site`. @default none */
  readonly context?: Readonly<Record<string, string | readonly string[]>>;
}

/** The condition keys of tags. */
export const tagContext = (
  kind: 'RequestTag' | 'ResourceTag',
  tags: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(tags).map(([name, value]) => [`aws:${kind}/${name}`, value]));

/** A statement of a role's policy. ARNs and values are strings. */
export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: string | readonly string[];
  readonly NotAction?: string | readonly string[];
  readonly Resource?: string | readonly string[];
  readonly NotResource?: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

export type Decision = 'allowed' | 'denied' | 'explicitly denied';

/**
 * Evaluates a role's policies as IAM does: an explicit deny overrides every allow, and what no statement allows is
 * denied. Source: IAM User Guide, "Policy evaluation logic" and "IAM JSON policy elements: Condition operators".
 */
export function evaluate(statements: readonly Statement[], request: IamRequest): Decision {
  const fitting = statements.filter((statement) => fits(statement, request));
  if (fitting.some(({ Effect }) => Effect === 'Deny')) return 'explicitly denied';
  return fitting.length > 0 ? 'allowed' : 'denied';
}

function fits(statement: Statement, { action, resource, context = {} }: IamRequest): boolean {
  const { Action, NotAction, Resource, NotResource, Condition = {} } = statement;
  const isAction = (pattern: string) => isLike(action.toLowerCase(), pattern.toLowerCase());
  const isResource = (pattern: string) => isLike(resource, pattern);
  return (
    (Action === undefined || listOf(Action).some(isAction)) &&
    (NotAction === undefined || !listOf(NotAction).some(isAction)) &&
    (Resource === undefined || listOf(Resource).some(isResource)) &&
    (NotResource === undefined || !listOf(NotResource).some(isResource)) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, expected]) => holds(operator, listOf(expected), context[key])),
    )
  );
}

/** The condition operators that our policies use. */
const COMPARISONS: Readonly<Record<string, (value: string, expected: string) => boolean>> = {
  StringEquals: (value, expected) => value === expected,
  StringLike: (value, expected) => isLike(value, expected),
};
const OPERATOR = /^(ForAllValues:|ForAnyValue:)?([A-Za-z]+?)(IfExists)?$/;

/** Condition keys that the stand-ins support. */
const KEYS =
  /^(aws:(RequestTag|ResourceTag)\/.+|dynamodb:(LeadingKeys|Attributes|Select)|iam:PassedToService|ses:FromAddress)$/;

/** A missing key matches only `ForAllValues` and `…IfExists`. */
function holds(
  operator: string,
  expected: readonly string[],
  given: string | readonly string[] | undefined,
): boolean {
  const [, quantifier, name = '', ifExists] = OPERATOR.exec(operator) ?? [];
  const compare = COMPARISONS[name]!;
  const values = given === undefined ? [] : listOf(given);
  const isMet = (value: string) => expected.some((one) => compare(value, one));
  if (values.length === 0) return quantifier === 'ForAllValues:' || ifExists !== undefined;
  return quantifier === 'ForAllValues:' ? values.every(isMet) : values.some(isMet);
}

/** Returns what {@link evaluate} does not support in a statement, or `undefined` if it supports all of it. */
export function faultOf(statement: Statement): string | undefined {
  const { Action, NotAction, Resource, NotResource, Condition = {} } = statement;
  if ((Action ?? NotAction) === undefined || (Resource ?? NotResource) === undefined)
    return 'A statement needs an action and a resource';
  if (JSON.stringify(statement).includes('${')) return 'One machine has no policy variables';
  for (const [operator, keys] of Object.entries(Condition)) {
    const name = OPERATOR.exec(operator)?.[2] ?? '';
    if (!Object.hasOwn(COMPARISONS, name)) return `One machine has no condition operator ${operator}`;
    const unknown = Object.keys(keys).find((key) => !KEYS.test(key));
    if (unknown) return `One machine has no condition key ${unknown}`;
  }
  return undefined;
}

const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;

const patterns = new Map<string, RegExp>();

function isLike(value: string, pattern: string): boolean {
  if (!/[*?]/.test(pattern)) return value === pattern;
  const known = patterns.get(pattern) ?? wildcardExpression(pattern);
  patterns.set(pattern, known);
  return known.test(value);
}
