import { type ReactNode, useMemo } from 'react';
import { textParts } from '#shared/base/text-parts.ts';

interface LinkedTextProps {
  readonly text: string;
  readonly renderText?: (text: string) => ReactNode;
  readonly renderMention?: ((text: string, name: string) => ReactNode) | undefined;
}

const asItIs = (text: string): ReactNode => text;

/** User text whose links send no referrer. */
export function LinkedText({ text, renderText = asItIs, renderMention = renderText }: LinkedTextProps) {
  const parts = useMemo(() => textParts(text), [text]);
  return parts.map(({ text, href, mention }, index) => {
    // The same text always has the same parts, so the index identifies a part.
    const key = `${index}`;
    if (!href) return <span key={key}>{mention ? renderMention(text, mention) : renderText(text)}</span>;
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
