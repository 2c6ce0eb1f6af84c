/** The text of a cue (WebVTT §4.2.2), rewritten so that every parser reads it alike. Pure. */

const TAGS = new Set(['b', 'i', 'u', 'ruby', 'rt', 'lang', 'v', 'c']);
const MAX_DEPTH = 10;
const MAX_VOICE_LENGTH = 100;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: '’',
  nbsp: '\u{A0}',
  lrm: '\u{200E}',
  rlm: '\u{200F}',
};

/** A tag, a time stamp, an override of SubStation Alpha (`{\an8}`), an entity, or a character that must be escaped. */
const TOKEN =
  /<(\/?)([a-z]\w*)((?:\.[\w-]+)*)(\s[^<>]*)?\/?>|<[\d:.]+>|\{\\[^{}]*\}|&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});|[&<>]/gi;

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F\uFFFE\uFFFF]/g;

/** The classes that browsers have colours for (WebVTT §5.1, §5.2). */
const COLOUR = /^(bg_)?(white|lime|cyan|red|yellow|magenta|blue|black)$/;

/**
 * Keeps WebVTT's tags, balanced; drops all others with their attributes, and escapes what is left. The result has no
 * empty line and no `-->`. Empty when nothing can be seen.
 */
export function cleanCueText(raw: string): string {
  const open: string[] = [];
  const replaced = raw
    .toWellFormed()
    .replaceAll(
      TOKEN,
      (
        token: string,
        slash?: string,
        name?: string,
        classes = '',
        annotation = '',
        entity: string | undefined = undefined,
      ) => {
        if (name) return slash ? closeTag(name, open) : openTag(name, classes, annotation, open);
        if (entity) return escaped(decoded(entity) ?? token);
        return token.length === 1 ? escaped(token) : '';
      },
    );
  const closed =
    replaced +
    open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('');
  const lines = closed.replaceAll(CONTROLS, '').split(/\r\n|\r|\n/);
  const text = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
  return plainCueText(text).trim() === '' ? '' : text;
}

/** Without tags and entities: for transcripts and search. */
export const plainCueText = (text: string): string =>
  text.replaceAll(/<[^<>]*>/g, '').replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** Whether a tag of SubStation Alpha moves the text to the top. */
export const isAtTop = (raw: string): boolean => /^\s*\{\\an[789]\}/.test(raw);

function openTag(name: string, classes: string, annotation: string, open: string[]): string {
  const tag = name.toLowerCase();
  if (tag === 'br') return '\n';
  if (!TAGS.has(tag) || open.length >= MAX_DEPTH) return '';
  if (tag === 'rt' && open.at(-1) !== 'ruby') return '';
  const note = annotationOf(tag, annotation);
  if (note === undefined) return '';
  open.push(tag);
  const colours = classes.split('.').filter((name) => COLOUR.test(name));
  return `<${[tag, ...colours].join('.')}${note && ` ${note}`}>`;
}

/** `undefined` when the tag needs one and has none. */
function annotationOf(tag: string, annotation: string): string | undefined {
  const note = annotation.trim().replaceAll(/\s+/g, ' ');
  if (tag === 'lang') return /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(note) ? note : undefined;
  if (tag !== 'v') return '';
  const plain = note.replaceAll(/&(\w+);/g, (entity, name: string) => decoded(name) ?? entity);
  return escaped(plain.slice(0, MAX_VOICE_LENGTH).toWellFormed().replaceAll(CONTROLS, '')) || undefined;
}

/** Closes what was opened within it, too. */
function closeTag(name: string, open: string[]): string {
  const at = open.lastIndexOf(name.toLowerCase());
  if (at === -1) return '';
  const closed = open.splice(at).toReversed();
  return closed.map((tag) => `</${tag}>`).join('');
}

function decoded(entity: string): string | undefined {
  if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()];
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : undefined;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
