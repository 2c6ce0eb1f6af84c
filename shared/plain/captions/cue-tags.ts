/** The tags in the text of a cue. Pure. */
import { decoded, escapeCue, withoutControls } from './cue-characters.ts';

/**
 * What `cleanCueText` changes that one can see: markup that WebVTT has not, a tag that is text (`<JOHN>`), a line break of
 * another format (`\N`), an entity that is encoded twice.
 */
export type TextChange = 'formatting' | 'tag_as_text' | 'line_break' | 'entity';

const TAGS = new Set(['b', 'i', 'u', 'ruby', 'rt', 'lang', 'v', 'c']);
const MAX_DEPTH = 10;
const MAX_VOICE_LENGTH = 100;

/** Elements of HTML that programs write into captions; other unknown tags are text, such as the name of a speaker. */
const HTML =
  /^(a|abbr|article|aside|audio|big|blink|blockquote|body|button|center|code|dd|del|div|dl|dt|em|embed|font|footer|form|h[1-6]|head|header|hr|html|iframe|img|input|ins|li|link|marquee|meta|nobr|object|ol|p|param|pre|q|rb|rp|rtc|s|samp|script|section|small|source|span|strike|strong|style|sub|sup|svg|table|tbody|td|textarea|th|thead|title|tr|tt|ul|video|wbr)$/i;

/** The classes that browsers have colours for (WebVTT §5.1, §5.2). */
const COLOUR = /^(bg_)?(white|lime|cyan|red|yellow|magenta|blue|black)$/;

interface Tag {
  readonly token: string;
  readonly slash: string | undefined;
  readonly name: string;
  readonly classes: string;
  readonly annotation: string;
}

/** What stands for a tag in clean text; `open` are the tags that are open there. */
export function tagText(tag: Tag, open: string[], record: (change: TextChange) => void): string {
  const { token, slash, name, classes, annotation } = tag;
  if (slash) return closeTag(name, open);
  if (/^br$/i.test(name)) return '\n';
  if (!TAGS.has(name.toLowerCase()) && !HTML.test(name) && !annotation.includes('=')) {
    record('tag_as_text');
    return escapeCue(token);
  }
  const colours = classes.split('.').filter((one) => COLOUR.test(one));
  const text = openTag(name.toLowerCase(), colours, annotation, open);
  if (text === '' || colours.join('.') !== classes.slice(1)) record('formatting');
  return text;
}

function openTag(tag: string, colours: readonly string[], annotation: string, open: string[]): string {
  if (!TAGS.has(tag) || open.length >= MAX_DEPTH) return '';
  if (tag === 'rt' && open.at(-1) !== 'ruby') return '';
  const note = annotationOf(tag, annotation);
  if (note === undefined) return '';
  open.push(tag);
  return `<${[tag, ...colours].join('.')}${note && ` ${note}`}>`;
}

/** `undefined` when the tag needs one and has none. */
function annotationOf(tag: string, annotation: string): string | undefined {
  const note = annotation.trim().replaceAll(/\s+/g, ' ');
  if (tag === 'lang') return /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(note) ? note : undefined;
  if (tag !== 'v') return '';
  const plain = note.replaceAll(/&(\w+);/g, (entity, name: string) => decoded(name) ?? entity);
  return escapeCue(withoutControls(plain.slice(0, MAX_VOICE_LENGTH).toWellFormed())) || undefined;
}

/** Closes what was opened within it, too. */
function closeTag(name: string, open: string[]): string {
  const at = open.lastIndexOf(name.toLowerCase());
  if (at === -1) return '';
  const closed = open.splice(at).toReversed();
  return closed.map((tag) => `</${tag}>`).join('');
}
