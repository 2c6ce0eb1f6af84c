/** Finds addresses and mentions in people's texts: one rule for the page's links and for whom a message notifies. */
import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '../limits.ts';

/** A piece of a text: a link, a mentioned username, or neither. */
export interface TextPart {
  readonly text: string;
  /** An http or https address. */
  readonly href?: string;
  /** As written. */
  readonly mention?: string;
}

/** Further names are plain text, which limits spam. */
const MAX_MENTIONS = 5;

/** Usernames are ASCII, so that letters of scripts without spaces may stand beside them: こんにちは@adaさん. */
const NAME_LETTER = String.raw`[\w\p{Script=Latin}\p{M}]`;
const NAME = String.raw`\w{${USERNAME_MIN_LENGTH},${USERNAME_MAX_LENGTH}}`;
/** `@ada/@bob` are two names; otherwise a slash belongs to an address. */
const MENTION = String.raw`(?<!${NAME_LETTER}|(?<!@${NAME})/)@(?<name>${NAME})(?!${NAME_LETTER})`;

const HOST_LETTER = String.raw`[\p{L}\p{M}\p{N}_-]`;
const HOST = String.raw`(?:${HOST_LETTER}+\.)+${HOST_LETTER}+`;
/** Of RFC 5322 §3.2.3, and letters of all scripts (RFC 6531). */
const LOCAL_LETTER = String.raw`[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_{|}~-]`;
/** Also an address of the fediverse: @name@host. */
const MAIL = String.raw`@?(?<!${LOCAL_LETTER})${LOCAL_LETTER}+(?<!\.)@${HOST}`;

/** Without spaces, the next word follows an address directly: https://a.example/bを見て. */
const NEXT_WORD = String.raw`(?<=[A-Za-z0-9])(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{L}`;
/** Punctuation inside words: L’Aquila, Col·lecció, スティーブ・ジョブズ. */
const INNER = String.raw`[\u2019\xb7\u2013\u200c](?=[\p{L}\p{N}])|(?<=[^\0-\x7f])\u30fb(?=[^\0-\x7f])`;
/** Other punctuation and symbols outside of ASCII, and characters without width, end an address. */
const REST = String.raw`(?:(?![,;|]https?://)[!#-;=?-_a-z{-~]|${INNER}|(?!${NEXT_WORD})[^\0-\x7f\s\p{P}\p{S}\p{Cf}\uff01-\uff65])+`;
const ADDRESS = String.raw`(?:(?<![A-Za-z])[A-Za-z]+://|(?<!\.|${HOST_LETTER})${HOST}(?::\d+)?[/?#])${REST}`;

/** Compiled lazily: Unicode patterns are slow, and Lambdas start without them. */
let pattern: RegExp | undefined;

/** Splits a text; joined, the parts are the text. */
export function textParts(written: string): readonly TextPart[] {
  pattern ??= new RegExp(`(?<address>${ADDRESS})|${MAIL}|${MENTION}`, 'gu');
  const names = new Set<string>();
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index, groups } of written.matchAll(pattern)) {
    const part = groups?.['address'] ? link(found) : mention(found, groups?.['name'], names);
    if (!part) continue;
    if (index > end) parts.push({ text: written.slice(end, index) });
    parts.push(part);
    end = index + part.text.length;
  }
  if (end < written.length) parts.push({ text: written.slice(end) });
  return parts;
}

/** Mentioned usernames in lower case. */
export function mentionsIn(message: string): readonly string[] {
  const names = textParts(message).flatMap(({ mention }) => mention?.toLowerCase() ?? []);
  return [...new Set(names)];
}

function mention(text: string, name: string | undefined, names: Set<string>): TextPart | null {
  if (name === undefined) return null;
  const known = name.toLowerCase();
  if (!names.has(known) && names.size === MAX_MENTIONS) return null;
  names.add(known);
  return { text, mention: name };
}

function link(found: string): TextPart | null {
  if (!/^https?:/i.test(found)) return null;
  const text = withoutTrailing(found);
  try {
    return { text, href: new URL(text).href };
  } catch {
    return null;
  }
}

const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Punctuation after an address belongs to the text, but not a bracket that the address opened: …/Fan_(machine) */
function withoutTrailing(address: string): string {
  let text = address;
  for (;;) {
    const last = text.at(-1) ?? '';
    const opening = BRACKETS[last];
    const isTrailing = opening ? count(text, last) > count(text, opening) : ".,:;!?'*".includes(last);
    if (!isTrailing || text === '') return text;
    text = text.slice(0, -1);
  }
}

const count = (text: string, character: string): number => text.split(character).length - 1;
