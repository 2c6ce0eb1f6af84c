import { parse, type Token } from '@messageformat/parser';
import type { Message } from './format.ts';

type Part = Exclude<Message, string>[number];

/**
 * Parses an ICU message, with tags: `{count, plural, one {# fan} other {# fans}} by <link>{name}</link>`. Throws an error that
 * names the fault.
 * @see https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
export const compileMessage = (text: string): Message => withTags(partsOf(parse(text)), text);

function partsOf(tokens: readonly Token[], counted = ''): Part[] {
  return tokens.map((token): Part => {
    switch (token.type) {
      case 'content':
        return token.value;
      case 'octothorpe':
        return [counted, 'number'];
      case 'argument':
        return [token.arg];
      case 'plural':
      case 'select': {
        const cases = token.cases.map(({ key, tokens: inner }) => [
          key,
          withTags(partsOf(inner, token.type === 'plural' ? token.arg : counted), key),
        ]);
        return [token.arg, token.type, Object.fromEntries(cases) as Record<string, Message>];
      }
      default:
        if (token.type === 'function' && token.key === 'number') return [token.arg, 'number'];
        throw new Error(`Unknown kind of placeholder: ${JSON.stringify(token)}`);
    }
  });
}

const simplified = (parts: Part[]): Message =>
  parts.length === 0 ? '' : parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;

/** The parts with what stands between `<name>` and `</name>` as a part of its own. */
function withTags(parts: readonly Part[], text: string): Message {
  let level: Level = { name: '', parts: [] };
  const pieces = parts.flatMap((part): (Part | Mark)[] => (typeof part === 'string' ? split(part) : [part]));
  for (const piece of pieces) {
    if (!isMark(piece)) level.parts.push(piece);
    else if (piece.isStart) level = { name: piece.tag, parts: [], outer: level };
    else {
      const { name, outer, parts: inner } = level;
      if (name !== piece.tag || !outer) throw new Error(`</${piece.tag}> has no start in: ${text}`);
      outer.parts.push([name, 'tag', simplified(inner)]);
      level = outer;
    }
  }
  if (level.outer) throw new Error(`<${level.name}> has no end in: ${text}`);
  return simplified(level.parts);
}

interface Level {
  readonly name: string;
  readonly parts: Part[];
  readonly outer?: Level;
}

/** The start or the end of a tag. */
interface Mark {
  readonly tag: string;
  readonly isStart: boolean;
}

const isMark = (piece: Part | Mark): piece is Mark => typeof piece === 'object' && 'tag' in piece;

/** The texts and tags of a text. Splitting by a group puts the tags at the odd places. */
const split = (text: string): (string | Mark)[] =>
  text
    .split(/<(\/?[a-z]\w*)>/)
    .map((piece, at) =>
      at % 2 === 0 ? piece : { tag: piece.replace('/', ''), isStart: !piece.startsWith('/') },
    )
    .filter((piece) => piece !== '');
