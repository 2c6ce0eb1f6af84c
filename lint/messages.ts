/**
 * The linter's rules for interface texts: they are in `messages/`, and code refers to them by literal keys
 * (docs/translating.md).
 */

interface Node {
  readonly type: string;
  readonly parent?: Node;
  readonly value?: unknown;
  readonly name?: Node | string;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  readonly key?: Node;
  readonly property?: Node;
  readonly test?: Node;
  readonly operator?: string;
}

interface Context {
  readonly report: (problem: { readonly node: unknown; readonly message: string }) => void;
}

/** Matches text for people: a capitalised word, or two words in a row. */
const READABLE =
  /^[^a-zA-Z]*[A-Z][a-z]*(?:-[a-z]+)?[a-z](?:[\s.!?…,:]|$)|[A-Za-z’'-]{2,} (?:an? |in |the )?[a-z’'-]{2,}(?: |[.!?…,:]|$)/;

/** Attributes whose values are not texts for people. */
const CODE_ATTRIBUTES =
  /^(?:className|class|style|d|viewBox|transform|points|sizes|media|rel|allow|type|name|id|key|href|to|src|role|autoComplete|inputMode|pattern|data-.*|aria-(?:live|atomic|current|haspopup|controls|labelledby|describedby|relevant|orientation|autocomplete|sort))$/;

/** Attributes whose values people read, be it one small word. The start of an address is no word. */
const TEXT_ATTRIBUTES =
  /^(?:placeholder|title|alt|label|hint|description|aria-(?:label|description|placeholder))$/;
const WORD = /[A-Za-z]{2,}(?!:\/\/)\b/;

/** Tailwind's classes resemble words. */
const CLASSES =
  /(?:^|\s)(?:[a-z-]+:[a-z[]|[a-z]+-(?:\d|\[|[a-z]+\/)|(?:absolute|relative|border|flex|grid|rounded|inset-x|sr-only|overflow)(?:-|\s|$)|(?:bg|text|font|allow)-[a-z]|system-ui)/;

/** Calls whose arguments are only for developers and programs: logs, header names, lazy components. */
const CODE_CALLS = /^(?:t|rich|log|error|get|set|onDemand|overlayOnDemand|startsWith|includes)$/;

function nameOf(node: Node | string | undefined): string {
  if (node === undefined) return '';
  if (typeof node === 'string') return node;
  return nameOf(node.property ?? node.name ?? String(node.value ?? ''));
}

/** Properties whose values are only for developers and programs. */
const CODE_KEYS = /^(?:failureLog|Authorization|accept|type|queryKey|scope)$/;

/** Returns whether a string in this position is for people. */
function isForPeople(node: Node): boolean {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    if (/^TS(?!As|Satisfies|NonNull)|^Import|^Export(?:All|Named)/.test(at.type))
      return at.type === 'ExportNamedDeclaration';
    if (at.type === 'JSXAttribute') return !CODE_ATTRIBUTES.test(nameOf(at.name));
    if (at.type === 'CallExpression' && at.callee?.type === 'Super') return false;
    if (at.type === 'NewExpression' && nameOf(at.callee).endsWith('Error')) return false;
    if (at.type === 'CallExpression' && CODE_CALLS.test(nameOf(at.callee))) return false;
    if (at.type === 'Property' && (at.key === child || CODE_KEYS.test(nameOf(at.key)))) return false;
    if (at.type === 'SwitchCase' && at.test === child) return false;
    if (at.type === 'BinaryExpression' && /^(?:[=!]==|in)$/.test(at.operator ?? '')) return false;
    if (at.type === 'Program') return true;
  }
  return true;
}

const isTextAttribute = (node: Node | undefined): boolean =>
  node?.type === 'JSXAttribute' && TEXT_ATTRIBUTES.test(nameOf(node.name));

const message = 'Put texts into messages/en.json and use t() or rich(); see docs/translating.md.';

const noText = {
  create(context: Context) {
    const check = (node: Node, text: string): void => {
      if (READABLE.test(text) && !CLASSES.test(text) && isForPeople(node))
        context.report({ node, message: `${JSON.stringify(text)}: ${message}` });
    };
    return {
      JSXText(node: Node) {
        if (/[A-Za-z]{2,}/.test(String(node.value))) context.report({ node, message });
      },
      Literal(node: Node) {
        if (typeof node.value !== 'string') return;
        if (isTextAttribute(node.parent) && WORD.test(node.value)) context.report({ node, message });
        else check(node, node.value);
      },
      TemplateLiteral(node: Node) {
        check(node, (node.quasis ?? []).map(({ value }) => value.cooked).join(' x '));
      },
    };
  },
};

const literalKey = {
  create(context: Context) {
    return {
      CallExpression(node: Node) {
        if (!/^(?:t|rich)$/.test(nameOf(node.callee))) return;
        const key = node.arguments?.[0];
        if (key?.type !== 'Literal')
          context.report({
            node,
            message: 'The key of a message must be a literal, so that the build finds it.',
          });
      },
    };
  },
};

// oxlint-disable-next-line import/no-default-export -- the linter loads a plugin by its default export
export default { meta: { name: 'messages' }, rules: { 'no-text': noText, 'literal-key': literalKey } };
