import { CornerUpLeft } from 'lucide-react';
import { memo } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { ChatBadge, ChatMessage } from '#shared/community/chat.ts';
import { paths } from '#web/lib/paths.ts';
import { menuKeys, MessageMenuButton, type OpenMessageMenu } from './message-menu-button.tsx';
import { isForReader, MessageText } from './message-text.tsx';
import { textOf } from './message-words.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ChatLineProps {
  readonly message: ChatMessage;
  /** The time as displayed: "2m ago". Empty: hidden. */
  readonly time: string;
  readonly isStreamer: boolean;
  readonly reader: string | undefined;
  readonly isPending?: boolean;
  /** Absent if the message has no menu entries. */
  readonly onMenu?: OpenMessageMenu | undefined;
}

/** One message (specification §2, Channel). Memoized, because logs are long. */
export const ChatLine = memo(function ChatLine(props: ChatLineProps) {
  const { message: chatMessage, time, isStreamer, reader, isPending = false, onMenu } = props;
  const { id, username, timestamp, reply_to, badges = [], via, action } = chatMessage;
  const isForMe = isForReader(chatMessage, reader);
  return (
    <li
      data-id={id}
      data-for-reader={isForMe || undefined}
      {...menuKeys}
      className={`group relative border-s-2 py-1.5 pe-4 ps-3.5 ${isForMe || chatMessage.raid || chatMessage.poll ? 'border-accent bg-accent-dim' : 'border-transparent'} ${isPending ? 'opacity-60' : ''}`}
    >
      {reply_to && <Answered quote={reply_to} />}
      {/* Leaves room for the menu button. */}
      <p className={`flex flex-wrap items-baseline gap-x-2 ${onMenu ? 'pe-8 pointer-coarse:pe-10' : ''}`}>
        <Link
          to={paths.channel(username)}
          // Arrow keys move between names, because fifty tab stops would block the way to the field.
          tabIndex={-1}
          data-name
          className="min-w-0 truncate rounded-sm font-semibold hover:underline"
          style={{ color: nameColour(username) }}
        >
          <bdi>{username}</bdi>
        </Link>
        <ChatBadges badges={isStreamer && !badges.includes('streamer') ? STREAMER : badges} via={via} />
        {time !== '' && (
          // An age that changes is not news.
          <time dateTime={timestamp} aria-live="off" className="shrink-0 text-xs text-soft">
            {time}
          </time>
        )}
      </p>
      {onMenu && <MessageMenuButton message={chatMessage} onOpen={onMenu} disabled={isPending} />}
      <p dir="auto" className="overflow-clip wrap-anywhere">
        <MessageText text={textOf(chatMessage)} reader={reader} isAction={action} />
      </p>
    </li>
  );
});

const STREAMER = ['streamer'] as const;

const Answered = ({
  quote: { username, message },
}: {
  readonly quote: NonNullable<ChatMessage['reply_to']>;
}) => (
  <p className="flex items-center gap-1 text-xs text-soft">
    <CornerUpLeft aria-hidden="true" className="rtl:-scale-x-100 size-3 shrink-0" />
    <span className="sr-only">{t('chat.replyPrefix')}</span>
    <span className="truncate">
      <bdi className="font-semibold">{username}</bdi> <span dir="auto">{message}</span>
    </span>
  </p>
);

const BADGE_STYLES: Record<ChatBadge, { readonly name: string; readonly className: string }> = {
  streamer: { name: t('chat.streamer'), className: 'bg-accent-dim text-accent' },
  moderator: { name: t('chat.moderator'), className: 'bg-success-dim text-success' },
  new: { name: t('chat.newHere'), className: 'bg-raised text-soft' },
  bot: { name: t('chat.bot'), className: 'bg-raised text-soft' },
};

interface ChatBadgesProps {
  readonly badges: readonly ChatBadge[];
  /** The name of the program that wrote the message. */
  readonly via: string | undefined;
}

const ChatBadges = ({ badges, via }: ChatBadgesProps) =>
  badges.map((badge) => (
    <span
      key={badge}
      title={badge === 'bot' && via !== undefined ? t('chat.writtenBy', { name: via }) : undefined}
      className={`shrink-0 self-center rounded-sm px-1.5 text-xs font-semibold ${BADGE_STYLES[badge].className}`}
    >
      {BADGE_STYLES[badge].name}
    </span>
  ));

/** Each name has its own colour, readable (AA) in both colour schemes. */

/** OKLCH lightness and chroma at which every hue has 4.5:1 on canvas, surface and raised. */
export const NAME_LIGHT = { lightness: 0.45, chroma: 0.12 } as const;
export const NAME_DARK = { lightness: 0.8, chroma: 0.11 } as const;

/** The CSS colour of a name. Browsers without `light-dark` use the text colour. */
export function nameColour(name: string): string {
  const hue = nameHue(name);
  return `light-dark(${oklch(NAME_LIGHT, hue)}, ${oklch(NAME_DARK, hue)})`;
}

const oklch = ({ lightness, chroma }: typeof NAME_LIGHT | typeof NAME_DARK, hue: number): string =>
  `oklch(${lightness} ${chroma} ${hue})`;

/** The hue in degrees, case-insensitive: FNV-1a, mixed by fmix32 so that similar names differ. */
function nameHue(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % 360;
}
