/** What somebody asks for, as IAM sees it. */
export interface IamRequest {
  /** A service (`cloudwatch.amazonaws.com`). */
  readonly service?: string;
  readonly action: string;
  /** As the template names it: an ARN, or what it refers to. */
  readonly resource: unknown;
  /** Condition keys, such as `aws:SourceAccount`; a list where the request has several values of one. */
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
 * Whether a policy of a template lets a request through, as IAM decides: what is denied by any statement is refused, and
 * what is allowed by none. Knows the operators that our templates use, and throws at others. Source: IAM User Guide,
 * "Policy evaluation logic" and "IAM JSON policy elements: Condition operators".
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

/** How one value of a request is compared. */
const OPERATORS: Readonly<Record<string, (value: string, expected: string) => boolean>> = {
  ArnEquals: (value, expected) => isLike(value, expected),
  ArnLike: (value, expected) => isLike(value, expected),
  StringEquals: (value, expected) => value === expected,
  StringLike: (value, expected) => isLike(value, expected),
  Bool: (value, expected) => value === expected,
};

/** A key that the request lacks fits only what is asked of all values that there are, or of a key if it exists. */
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

/** References stand for themselves. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function isLike(value: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(value);
}
