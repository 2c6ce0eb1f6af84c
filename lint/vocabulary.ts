/** The linter's rules for names and comments: they use standard terms. docs/glossary.md lists the project's own. */

/** Words that identifiers must not contain, because each has a standard term, for example "visible" for "shown". */
const REJECTED_IN_NAMES = new Set(
  `tell tells telling told leaving leaver leavers look looks looked looking hear hears heard hearing making shown
  airing airings whoever nobody nowhere anew seldom raced crowded hurried latecomers outlive`.split(/\s+/),
);

/** Expressions that comments and test names must not contain, because there are plainer ones. */
const REJECTED_EXPRESSIONS =
  /\b(tells?|told|whoever|nobody|so long|anew|nought|thereof|for good|but for|came of|betrays?|mends?)\b/i;

/** Splits `isShown` and `IS_SHOWN` into "is" and "shown". */
function wordsOf(name: string): string[] {
  return name
    .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$#]/)
    .map((word) => word.toLowerCase());
}

/** Stored attributes that are not in snake case. They cannot be renamed. */
const STORED_NAMES = new Set(['looks', 'isTold']);

/** Fields of the contract and most stored attributes are in snake case. They cannot be renamed. */
const isStoredName = (name: string): boolean =>
  STORED_NAMES.has(name) || /^[a-z0-9]+(_[a-z0-9]+)+$/.test(name);

/** Returns the first rejected word of a name, if any. */
export function rejectedWord(name: string): string | undefined {
  if (isStoredName(name)) return undefined;
  if (/let_?go/i.test(name)) return 'letGo';
  return wordsOf(name).find((word) => REJECTED_IN_NAMES.has(word));
}

/** Returns the first rejected expression of a comment or test name, if any. */
export const rejectedExpression = (text: string): string | undefined => REJECTED_EXPRESSIONS.exec(text)?.[0];

interface Node {
  readonly name: string;
}

interface Call {
  readonly callee: Callee;
  readonly arguments: readonly { readonly value?: unknown }[];
}

/** `it`, and the callees of `it.each(cases)(name)`. */
interface Callee {
  readonly name?: string;
  readonly object?: Callee;
  readonly callee?: Callee;
}

const TESTS = new Set(['it', 'test', 'describe']);
const isTest = ({ name, object, callee }: Callee): boolean => {
  const inner = object ?? callee;
  return inner ? isTest(inner) : TESTS.has(name ?? '');
};

interface Context {
  readonly report: (problem: { readonly node: unknown; readonly message: string }) => void;
  readonly sourceCode: { readonly getAllComments: () => readonly { readonly value: string }[] };
}

const plainNames = {
  create(context: Context) {
    const check = (node: Node) => {
      const word = rejectedWord(node.name);
      if (word)
        context.report({ node, message: `"${word}" in "${node.name}": docs/glossary.md has the term.` });
    };
    return { Identifier: check, PrivateIdentifier: check };
  },
};

const plainComments = {
  create(context: Context) {
    const check = (node: unknown, text: string) => {
      const expression = rejectedExpression(text);
      if (expression) context.report({ node, message: `"${expression}": write it in plain words.` });
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) check(comment, comment.value);
      },
      CallExpression(call: Call) {
        const [name] = call.arguments;
        if (typeof name?.value === 'string' && isTest(call.callee)) check(name, name.value);
      },
    };
  },
};

// oxlint-disable-next-line import/no-default-export -- the linter loads a plugin by its default export
export default {
  meta: { name: 'vocabulary' },
  rules: { 'plain-names': plainNames, 'plain-comments': plainComments },
};
