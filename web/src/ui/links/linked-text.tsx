import type { ReactNode } from 'react';

interface LinkedTextProps {
  readonly text: string;
  readonly renderText?: (text: string) => ReactNode;
}

const asItIs = (text: string): ReactNode => text;

/** User text whose links send no referrer. */
export function LinkedText({ text, renderText = asItIs }: LinkedTextProps) {
  return textParts(text).map(({ text, href }, index) => {
    // The same text always has the same parts, so the index identifies a part.
    const key = `${index}`;
    if (!href) return <span key={key}>{renderText(text)}</span>;
    return (
      <a
        key={key}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="rounded-sm text-accent underline"
      >
        {text}
      </a>
    );
  });
}

/** A piece of text, which may be a link. */
type TextPart = { readonly text: string; readonly href?: string };

const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
/** Punctuation after an address belongs to the text. */
const TRAILING = /[.,:;!?'»”’)\]}]+$/;

/** Splits a text at http and https addresses. Joined, the parts are the text. */
export function textParts(written: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of written.matchAll(ADDRESS)) {
    const text = withoutTrailing(found);
    const href = safeHref(text);
    if (!href) continue;
    if (index > end) parts.push({ text: written.slice(end, index) });
    parts.push({ text, href });
    end = index + text.length;
  }
  if (end < written.length) parts.push({ text: written.slice(end) });
  return parts;
}

/** Keeps a closing bracket that the address opened: …/wiki/Fan_(machine) */
function withoutTrailing(address: string): string {
  const cut = address.replace(TRAILING, '');
  return cut.includes('(') && address[cut.length] === ')' ? `${cut})` : cut;
}

function safeHref(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
