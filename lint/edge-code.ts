/** Reports what a CloudFront Function uses although the runtime does not document it (`edge-runtime.ts`). */
import { parseAst } from 'rolldown/parseAst';
import {
  EDGE_GLOBALS,
  EDGE_IMPORTS,
  EDGE_MEMBERS,
  EDGE_NODES,
  EDGE_OPERATORS,
  EDGE_REQUIRED,
} from './edge-runtime.ts';

/** An ESTree node with the properties that are used here. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Returns all names that the code declares, in any scope. */
function declaredBy(node: Node): string[] {
  const own = [node['id'], node['local'], node['param'], ...[node['params'] ?? []].flat()]
    .filter(isNode)
    .map((one) => (one.type === 'RestElement' ? (one['argument'] as Node) : one))
    .flatMap(({ type, name }) => (type === 'Identifier' ? [name as string] : []));
  return [...own, ...childrenOf(node).flatMap(declaredBy)];
}

/** Returns the member's name in `a.name` and `a['name']`. */
function memberName({ property, computed }: Node): string | undefined {
  const { type, name, value } = property as Node;
  if (!computed) return name as string;
  return type === 'Literal' && typeof value === 'string' ? value : undefined;
}

/** Names of methods and properties of the language's built-in values, of the newest edition. */
const OF_LANGUAGE = new Set(
  [Object, Function, String, Number, RegExp, Array, Promise, Date, Symbol].flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype),
  ),
);

const isFunction = ({ type }: Node): boolean => /Function/.test(type);

/** Supports ES 5.1, and of later editions the named groups and the flag `y`. */
const isKnownExpression = (pattern: string, flags: string): boolean =>
  /^[gimy]*$/.test(flags) && !/\(\?<[=!]|\(\?[a-z-]+:|\\p\{|\\u\{/i.test(pattern);

type Check = (node: Node, parents: readonly Node[]) => unknown;

const identifiersOnly = (nodes: unknown): boolean =>
  [nodes].flat().every((one) => one === null || ['Identifier', 'RestElement'].includes((one as Node).type));

/** By node type: returns why a node is refused, if it is. */
const CHECKS: Readonly<Record<string, Check>> = {
  ImportDeclaration: ({ source }) => !EDGE_IMPORTS.has((source as Node)['value'] as string) && 'module',
  VariableDeclarator: ({ id }) => !identifiersOnly(id) && 'destructuring',
  VariableDeclaration: ({ kind }) => !['var', 'let', 'const'].includes(kind as string) && `${kind as string}`,
  CatchClause: ({ param }) => (param === null || !identifiersOnly(param)) && 'catch without a plain name',
  AssignmentExpression: ({ left, operator }) =>
    !['Identifier', 'MemberExpression'].includes((left as Node).type)
      ? 'destructuring'
      : unknownOperator(operator),
  BinaryExpression: ({ operator }) => unknownOperator(operator),
  LogicalExpression: ({ operator }) => unknownOperator(operator),
  UnaryExpression: ({ operator }) => unknownOperator(operator),
  Property: ({ computed, method, shorthand }) =>
    (computed || method || shorthand) && 'short form of a property',
  CallExpression: ({ optional, callee, arguments: given }) => {
    if (optional) return 'optional chaining';
    const [module] = given as readonly Node[];
    const isRequire = (callee as Node)['name'] === 'require';
    return isRequire && !EDGE_REQUIRED.has(module?.['value'] as string) && 'module';
  },
  Literal: ({ regex, raw, bigint }) => {
    const { pattern = '', flags = '' } = (regex ?? {}) as {
      readonly pattern?: string;
      readonly flags?: string;
    };
    if (!isKnownExpression(pattern, flags)) return 'regular expression';
    return (
      (bigint || /^0[bo]/i.test(raw as string) || /(^|[^\\])(\\\\)*\\u\{/.test(raw as string)) && 'literal'
    );
  },
  FunctionDeclaration: (node, parents) => asyncOf(node, parents) ?? parametersOf(node),
  FunctionExpression: (node, parents) => asyncOf(node, parents) ?? parametersOf(node),
  ArrowFunctionExpression: (node, parents) => asyncOf(node, parents) ?? parametersOf(node),
  AwaitExpression: (_, parents) =>
    !parents.findLast(isFunction)?.['async'] && 'await outside of an async function',
};

const unknownOperator = (operator: unknown) =>
  !EDGE_OPERATORS.has(operator as string) && `${operator as string}`;

const parametersOf = ({ params, generator }: Node) => {
  if (generator) return 'generator';
  return !identifiersOnly(params) && 'default or destructured parameter';
};

/** "async arguments and closures are not supported": only top-level declarations may be async. */
const asyncOf = (node: Node, parents: readonly Node[]): string | undefined =>
  node['async'] && (node.type !== 'FunctionDeclaration' || parents.length > 1) ? 'async closure' : undefined;

/** Returns the features in a function's code that the runtime does not document, with their lines. */
export function undocumented(code: string): string[] {
  const program = parseAst(code, { lang: 'js' }) as unknown as Node;
  const declared = new Set([...declaredBy(program), 'arguments', 'globalThis']);
  const found: string[] = [];
  const visit = (node: Node, parents: readonly Node[]): void => {
    const reason = EDGE_NODES.has(node.type)
      ? (CHECKS[node.type]?.(node, parents) ?? nameRefused(node, parents.at(-1), declared))
      : node.type;
    if (reason) {
      const line = code.slice(0, node['start'] as number).split('\n').length;
      found.push(`line ${line}: ${String(reason)}`);
    }
    for (const child of childrenOf(node)) visit(child, [...parents, node]);
  };
  visit(program, []);
  return found;
}

function nameRefused(
  node: Node,
  parent: Node | undefined,
  declared: ReadonlySet<string>,
): string | undefined {
  if (node.type === 'Identifier') return globalRefused(node, parent, declared);
  if (node.type !== 'MemberExpression') return undefined;
  if (node['optional']) return 'optional chaining';
  const name = memberName(node);
  if (name === undefined) return undefined;
  const { type, name: owner } = node['object'] as { readonly type: string; readonly name: string };
  if (type === 'Identifier' && !declared.has(owner) && Object.hasOwn(EDGE_GLOBALS, owner))
    return EDGE_GLOBALS[owner]!.includes(name) || name === 'prototype' ? undefined : `${owner}.${name}`;
  const isCalled = parent?.type === 'CallExpression' && parent['callee'] === node;
  return (isCalled || OF_LANGUAGE.has(name)) && !EDGE_MEMBERS.has(name) ? `.${name}` : undefined;
}

/** A name is a global if it is not a property, a label or declared. */
function globalRefused(
  node: Node,
  parent: Node | undefined,
  declared: ReadonlySet<string>,
): string | undefined {
  const name = node['name'] as string;
  const isProperty =
    (parent?.type === 'MemberExpression' && parent['property'] === node && !parent['computed']) ||
    (parent?.type === 'Property' && parent['key'] === node) ||
    ['LabeledStatement', 'BreakStatement', 'ContinueStatement'].includes(parent?.type ?? '');
  return isProperty || declared.has(name) || Object.hasOwn(EDGE_GLOBALS, name) ? undefined : name;
}
