/** The text of a cue (WebVTT §4.2.2), rewritten so that every parser reads it alike. Pure. */
import { tagText, type TextChange } from './cue-tags.ts';
import { decoded, ENTITIES, escapeCue, withoutControls } from './cue-characters.ts';

/** `offset`: in the raw text. */
type Report = (change: TextChange, offset: number) => void;

/**
 * A tag, a time stamp, an override of SubStation Alpha (`{\an8}`) or MicroDVD (`{y:i}`), a line break or space of the
 * former, a line break of SubViewer, an entity, or a character that must be escaped.
 */
const TOKEN =
  /<(\/?)([a-z]\w*)((?:\.[\w-]+)*)(\s[^<>]*)?\/?>|<[\d:.]+>|\{\\[^{}]*\}|\{(?:y:[biu,]+|c:\$[\da-f]+)\}|\\[nh]|\[br\]|&((?:amp;)*)(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6}\d{0,2});|[&<>]/gi;

/** A file's path, in which `\N` is no line break. */
const PATH = /\b[a-z]:\\|\\\\/i;
const LINE_BREAK = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/;

/**
 * Keeps WebVTT's tags, balanced; drops those of HTML and all attributes, and escapes what is left. The result has no empty
 * line and no `-->`. Empty when nothing can be seen.
 */
export function cleanCueText(raw: string, report: Report = () => undefined): string {
  const open: string[] = [];
  const hasPath = PATH.test(raw);
  const replaced = raw
    .toWellFormed()
    .replaceAll(TOKEN, (token: string, ...rest: readonly (string | number | undefined)[]) => {
      const [slash, name, classes = '', annotation = '', again, entity] = rest as (string | undefined)[];
      const record = (change: TextChange) => report(change, rest[6] as number);
      if (name) return tagText({ token, slash, name, classes, annotation }, open, record);
      if (entity) return entityText(again ?? '', entity, record);
      if (/^\\[nh]$/i.test(token)) return hasPath ? token : spaceText(token, record);
      if (/^\[br\]$/i.test(token)) return '\n';
      if (token.length === 1) return escapeCue(token);
      if (!isPosition(token)) record('formatting');
      return '';
    });
  const closed =
    replaced +
    open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('');
  const text = closed
    .split(LINE_BREAK)
    .map((line) => withoutControls(line).trim())
    .filter(Boolean)
    .join('\n');
  return plainCueText(text).trim() === '' ? '' : text;
}

/** Without tags and entities: for transcripts and search. */
export const plainCueText = (text: string): string =>
  text.replaceAll(/<[^<>]*>/g, '').replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

const isPosition = (override: string): boolean => /^\{\\an?\d+\}$/.test(override);

/** Whether a tag of SubStation Alpha moves the text to the top. */
export const isAtTop = (raw: string): boolean => /^\s*\{\\an[789]\}/.test(raw);

/** `\N`, `\n` or `\h`. */
function spaceText(token: string, record: (change: TextChange) => void): string {
  record('line_break');
  return token === '\\h' ? '\u{A0}' : '\n';
}

/** `again`: `amp;`, as often as the entity was encoded again. */
function entityText(again: string, entity: string, record: (change: TextChange) => void): string {
  const character = decoded(entity);
  if (character === undefined) return escapeCue(`&${again.slice(4)}${entity};`);
  if (again !== '') record('entity');
  return escapeCue(character);
}
