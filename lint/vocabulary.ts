/**
 * The linter's rule for names and comments: a newcomer should meet the words that other codebases use.
 * docs/glossary.md has the term for each thing.
 */

/** Words that no identifier may contain. Each had a standard term, such as "visible" for "shown". */
const REJECTED_IN_NAMES = new Set(
  `tell tells telling told leaving leaver leavers look looks looked looking hear hears heard hearing making shown
  whoever nobody nowhere anew seldom`.split(/\s+/),
);

/** Expressions that no comment may use, since a reader has to translate them first. */
const REJECTED_IN_COMMENTS = /\b(whoever|anew|nought|so long as|thereof|is told|are told|was told)\b/i;

/** `isTold` and `IS_TOLD` are the words "is" and "told". */
function wordsOf(name: string): string[] {
  return name
    .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$#]/)
    .map((word) => word.toLowerCase());
}

/** Stored attributes that are not in snake case. They stay as they are. */
const STORED_NAMES = new Set(['looks', 'isTold']);

/** Fields of the contract and most stored attributes are in snake case. They stay as they are. */
const isStoredName = (name: string): boolean =>
  STORED_NAMES.has(name) || /^[a-z0-9]+(_[a-z0-9]+)+$/.test(name);

/** The first rejected word of a name, if there is one. */
export function rejectedWord(name: string): string | undefined {
  if (isStoredName(name)) return undefined;
  if (/let_?go/i.test(name)) return 'letGo';
  return wordsOf(name).find((word) => REJECTED_IN_NAMES.has(word));
}

/** The first rejected expression of a comment, if there is one. */
export const rejectedExpression = (comment: string): string | undefined =>
  REJECTED_IN_COMMENTS.exec(comment)?.[0];

interface Node {
  readonly name: string;
}

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
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const expression = rejectedExpression(comment.value);
          if (expression)
            context.report({ node: comment, message: `"${expression}": write it in plain words.` });
        }
      },
    };
  },
};

// oxlint-disable-next-line import/no-default-export -- the linter loads a plugin by its default export
export default {
  meta: { name: 'vocabulary' },
  rules: { 'plain-names': plainNames, 'plain-comments': plainComments },
};
