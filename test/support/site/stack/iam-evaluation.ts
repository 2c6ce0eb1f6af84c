/** A request as IAM evaluates it. */
export interface IamRequest {
  /** The calling service (`cloudwatch.amazonaws.com`). */
  readonly service?: string;
  readonly action: string;
  /** As in the template: an ARN or a reference. */
  readonly resource: unknown;
  /** Condition keys, for example `aws:SourceAccount`; a list if the request has several values. */
  readonly context: Readonly<Record<string, string | readonly string[]>>;
}

interface IamStatement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Principal?: unknown;
  readonly Action: string | readonly string[];
  readonly Resource?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * Returns whether a template's policy allows a request, as IAM decides: an explicit deny overrides every allow, and
 * what no statement allows is refused. Supports the operators of our templates and throws for others. Source: IAM User
 * Guide, "Policy evaluation logic" and "IAM JSON policy elements: Condition operators".
 */
export function isAllowed(statements: readonly IamStatement[], request: IamRequest): boolean {
  const fitting = statements.filter((statement) => fits(statement, request));
  return fitting.every(({ Effect }) => Effect === 'Allow') && fitting.length > 0;
}

const fits = ({ Principal, Action, Resource, Condition = {} }: IamStatement, request: IamRequest): boolean =>
  isOf(Principal, request) &&
  listOf(Action).some((pattern) => isLike(request.action.toLowerCase(), String(pattern).toLowerCase())) &&
  (Resource === undefined ||
    listOf(Resource).some((pattern) => isLike(textOf(request.resource), textOf(pattern)))) &&
  Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, expected]) => holds(operator, listOf(expected), request.context[key])),
  );

function isOf(principal: unknown, { service }: IamRequest): boolean {
  if (principal === undefined || principal === '*') return true;
  const { AWS: accounts, Service: services = [] } = principal as { AWS?: unknown; Service?: unknown };
  return accounts === '*' || (service !== undefined && listOf(services).includes(service));
}

/** Compares one value of a request, by operator. */
const OPERATORS: Readonly<Record<string, (value: string, expected: string) => boolean>> = {
  ArnEquals: (value, expected) => isLike(value, expected),
  ArnLike: (value, expected) => isLike(value, expected),
  StringEquals: (value, expected) => value === expected,
  StringLike: (value, expected) => isLike(value, expected),
  Bool: (value, expected) => value === expected,
};

/** A missing key matches only `ForAllValues` and `…IfExists`. */
function holds(
  operator: string,
  expected: readonly unknown[],
  given: string | readonly string[] | undefined,
): boolean {
  const isOfAll = operator.startsWith('ForAllValues:') || operator.endsWith('IfExists');
  const compare = OPERATORS[operator.replace(/^ForAllValues:|IfExists$/g, '')];
  if (!compare) throw new Error(`Unknown condition operator ${operator}`);
  const values = given === undefined ? [] : listOf(given).map(String);
  if (!isOfAll && values.length === 0) return false;
  return values.every((value) => expected.some((one) => compare(value, textOf(one))));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** References are compared as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function isLike(value: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(value);
}
