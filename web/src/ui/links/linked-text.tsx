import type { ReactNode } from 'react';
import { textParts } from '../../lib/words/text-parts.ts';

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
