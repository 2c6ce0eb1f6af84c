import { memo } from 'react';
import { messageParts } from './chat-links.ts';
import { nameColour } from './name-colour.ts';

interface ChatLineProps {
  readonly id: string;
  readonly username: string;
  readonly message: string;
  readonly timestamp: string;
  /** How long ago that was: "2m ago". */
  readonly time: string;
  /** On its way to the server. */
  readonly isPending?: boolean;
}

/** One message: who, when, what (specification §2, Channel). Drawn again only when one of these changes. */
export const ChatLine = memo(function ChatLine(props: ChatLineProps) {
  const { id, username, message, timestamp, time, isPending = false } = props;
  return (
    <li data-id={id} className={`px-4 py-1.5 text-sm ${isPending ? 'opacity-60' : ''}`}>
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 truncate font-semibold" style={{ color: nameColour(username) }}>
          {username}
        </span>
        <time dateTime={timestamp} className="shrink-0 text-xs text-soft">
          {time}
        </time>
      </p>
      <p dir="auto" className="overflow-clip wrap-anywhere">
        <Words message={message} />
      </p>
    </li>
  );
});

/** Plain text; its addresses become links that tell nobody where one came from. */
function Words({ message }: { readonly message: string }) {
  return messageParts(message).map(({ text, href }, index) =>
    href ? (
      <a
        // A message never changes, so a part's place names it.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="rounded-sm text-accent underline"
      >
        {text}
      </a>
    ) : (
      text
    ),
  );
}
