import { parseSync } from 'vite';

/** A small fault in a file: the text between two offsets is replaced by another. */
export interface Mutant {
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A node of ESTree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

type Replacement = Pick<Mutant, 'start' | 'end' | 'text'>;
type Rule = (node: Node, source: string, parent: Node | undefined) => readonly Replacement[];

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
};

const METHODS = new Map([
  ['ceil', 'floor'],
  ['floor', 'ceil'],
  ['round', 'floor'],
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
]);

/** Calls whose value is of the same type as what they are called on, or given. */
const DROPPED_METHODS = /^(?:filter|slice|toSorted|toReversed|trim|toLowerCase|toUpperCase)$/;
const DROPPED_FUNCTIONS = /^(?:escape\w*|encode\w*|decode\w*|\w+Text|htmlOf)$/;

/** Types, which do not run, and names of modules. */
const isSkipped = ({ type, source }: Node): boolean =>
  /^(?:TS(?!AsExpression|NonNull|Satisfies)|Import|ExportAll)/.test(type) ||
  (type === 'ExportNamedDeclaration' && source !== null);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const replace = ({ start, end }: Pick<Node, 'start' | 'end'>, text: string): Replacement => ({
  start,
  end,
  text,
});
const textOf = ({ start, end }: Node, source: string): string => source.slice(start, end);
const isText = ({ type, value }: Node): boolean => type === 'TemplateLiteral' || typeof value === 'string';

/** Descriptions in the API's document, which only people can judge. */
const isProse = (parent: Node | undefined): boolean => {
  const { name } = (parent?.['callee'] ?? parent?.['key'] ?? {}) as Partial<Node>;
  return name === 'described' || name === 'summary';
};

const operators: Rule = ({ left, right, operator }, source) => {
  const [before, after] = [left as Node, right as Node];
  if (operator === '??') return [replace({ start: before.end, end: after.end }, '')];
  if (operator === '+' && (isText(before) || isText(after))) return [];
  const between = { start: before.end, end: after.start };
  const text = source.slice(between.start, between.end);
  return (OPERATORS[operator as string] ?? []).map((other) =>
    replace(between, text.replace(operator as string, other)),
  );
};

const conditions: Rule = ({ test }) => ['true', 'false'].map((text) => replace(test as Node, text));

const literals: Rule = (node, _, parent) => {
  const { value } = node;
  if (typeof value === 'boolean') return [replace(node, String(!value))];
  const isName = parent?.type === 'Property' && parent['key'] === node;
  if (typeof value !== 'string' || isName || parent?.type === 'ExpressionStatement') return [];
  if (isProse(parent)) return [];
  return [replace(node, value === '' ? "'mutant'" : "''")];
};

/** Of any type, so that the compiler finds no fault with it. */
const NOTHING = 'undefined as never';

const functions: Rule = ({ body }, _, parent) => {
  const isNamed = parent?.type === 'VariableDeclarator' || parent?.type === 'Property';
  return isNamed && (body as Node).type !== 'BlockStatement' ? [replace(body as Node, `(${NOTHING})`)] : [];
};

const calls: Rule = (node, source) => {
  const [callee, given] = [node['callee'] as Node, node['arguments'] as readonly Node[]];
  const { type, name, object, property } = callee;
  if (type === 'Identifier')
    return given.length === 1 && DROPPED_FUNCTIONS.test(name as string)
      ? [replace(node, textOf(given[0]!, source))]
      : [];
  if (type !== 'MemberExpression' || (property as Node).type !== 'Identifier') return [];
  const method = (property as Node)['name'] as string;
  const other = METHODS.get(method);
  if (other) return [replace(property as Node, other)];
  return DROPPED_METHODS.test(method) ? [replace(node, textOf(object as Node, source))] : [];
};

/** Members of objects that are given to calls: of a construct most may be left out. */
const options: Rule = (node) =>
  ((node['arguments'] ?? []) as readonly Node[])
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap(({ properties }) => properties as readonly Node[])
    .map((property) => replace(property, '...{}'));

const statements: Rule = (node) => [replace(node, ';')];

const RULES: Readonly<Record<string, Rule>> = {
  BinaryExpression: operators,
  LogicalExpression: operators,
  IfStatement: conditions,
  ConditionalExpression: conditions,
  UnaryExpression: (node, source) =>
    node['operator'] === '!' ? [replace(node, textOf(node['argument'] as Node, source))] : [],
  Literal: literals,
  TemplateLiteral: (node, _, parent) => (isProse(parent) ? [] : [replace(node, "''")]),
  ReturnStatement: ({ argument }) => (argument ? [replace(argument as Node, NOTHING)] : []),
  ArrowFunctionExpression: functions,
  CallExpression: calls,
  NewExpression: () => [],
  ThrowStatement: statements,
  ExpressionStatement: (node) =>
    /^(?:Call|Await|Assignment|Update)Expression$/.test((node['expression'] as Node).type)
      ? statements(node, '', undefined)
      : [],
};

/** Every mutant of a file. */
export function mutantsOf(path: string, source: string): Mutant[] {
  const isStack = path.startsWith('infra/');
  const found: Replacement[] = [];
  const visit = (node: Node, parent?: Node): void => {
    if (isSkipped(node)) return;
    found.push(...(RULES[node.type]?.(node, source, parent) ?? []));
    if (isStack && /^(?:Call|New)Expression$/.test(node.type)) found.push(...options(node, source, parent));
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(parseSync(path, source).program as unknown as Node);
  return found.map((one) => ({ path, line: source.slice(0, one.start).split('\n').length, ...one }));
}

export const withMutant = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);
