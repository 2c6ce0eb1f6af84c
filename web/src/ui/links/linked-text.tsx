import type { ReactNode } from 'react';

interface LinkedTextProps {
  readonly text: string;
  /** What becomes of the pieces between addresses. @default they stay as they are */
  readonly renderText?: (text: string) => ReactNode;
}

const asItIs = (text: string): ReactNode => text;

/** What somebody wrote; its addresses become links that tell nobody where one came from. */
export function LinkedText({ text, renderText = asItIs }: LinkedTextProps) {
  return textParts(text).map(({ text, href }, index) => {
    // The same text always has the same parts, so that a part's place names it.
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

/** A piece of what somebody wrote: text as it is, or an address that can be followed. */
type TextPart = { readonly text: string; readonly href?: string };

const ADDRESS = /https?:\/\/[^\s<>"]+/gi;
/** What ends a sentence or closes a bracket around an address belongs to the text. */
const TRAILING = /[.,:;!?'»”’)\]}]+$/;

/** Finds the http and https addresses in a text; everything else stays as it is. Joined, the parts are the text. */
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

/** A closing bracket stays where the address has opened it: …/wiki/Fan_(machine) */
function withoutTrailing(address: string): string {
  const cut = address.replace(TRAILING, '');
  return cut.includes('(') && address[cut.length] === ')' ? `${cut})` : cut;
}

function safeHref(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
