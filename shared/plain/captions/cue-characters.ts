/** Entities and control characters in the text of cues. Pure. */

/** Those of WebVTT (§4.2.2), and the apostrophe of XML. */
export const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: '’',
  nbsp: '\u{A0}',
  lrm: '\u{200E}',
  rlm: '\u{200F}',
};

/** The entities of ISO 8859-1, from U+00A0 on (HTML §13.5). */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const OTHERS: Readonly<Record<string, string>> = {
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsaquo: '‹',
  rsaquo: '›',
  bull: '•',
  euro: '€',
  trade: '™',
  oelig: 'œ',
  OElig: 'Œ',
  zwj: '\u200D',
  zwnj: '\u200C',
  hearts: '♥',
  sung: '♪',
};

function latinEntity(name: string): string | undefined {
  const at = LATIN.split(' ').indexOf(name);
  return at === -1 ? OTHERS[name] : String.fromCodePoint(0xa0 + at);
}

/** The character of `eacute`, `#233` or `#xe9`; `undefined` where it is none. */
export function decoded(entity: string): string | undefined {
  if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()] ?? latinEntity(entity);
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : undefined;
}

export const escapeCue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F\uFEFF\uFFFE\uFFFF]/g;

export const withoutControls = (text: string): string => text.replaceAll(CONTROLS, '');

/** Control characters, and what stands for those of another encoding. */
export const hasUnreadable = (text: string): boolean =>
  text.includes('\uFFFD') || withoutControls(text).length < text.replaceAll('\uFEFF', '').length;

/** The text of HTML, without its elements: `&lt;i&gt;` → `<i>`. */
export const unescapeOnce = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|#0?39);/g, (_, name: string) => decoded(name)!);
