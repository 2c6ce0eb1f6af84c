import type { CSSProperties } from 'react';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { Poll } from '#shared/community/polls.ts';
import { ChannelEmotes } from '#web/features/chat/emotes/channel-emotes.tsx';
import { nameColour } from '#web/features/chat/messages/chat-line.tsx';
import { MessageText } from '#web/features/chat/messages/message-text.tsx';
import { textOf } from '#web/features/chat/messages/message-words.ts';
import { useChat } from '#web/features/chat/feed/use-chat.ts';
import { useLiveRoom } from '#web/features/chat/rooms/use-live-room.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import type { OverlaySettings } from './overlay-settings.ts';
import type { OverlayProps } from './overlay.types.ts';
import { outlined } from './overlay-style.ts';
import { FADING_MS, visibleMessages } from './visible-messages.ts';

/** Polls are rare. */
const PollView = onDemand(() => import('./poll-view.tsx'), 'PollView', { isOptional: true });

/** The chat of a channel, whose feed keeps a limited number of messages. */
export function ChatOverlay({ channel: { id }, settings }: OverlayProps<'chat'>) {
  const { state } = useChat(id);
  const nowMs = serverTime(useNow(1000));
  return (
    <ChannelEmotes channelId={id} isLive>
      {settings.polls ? (
        <WithPoll channelId={id} settings={settings} messages={state.messages} nowMs={nowMs} />
      ) : (
        <ChatLines messages={state.messages} settings={settings} nowMs={nowMs} />
      )}
    </ChannelEmotes>
  );
}

/** Only where it is wanted, the room is read. */
const WithPoll = ({ channelId, ...lines }: ChatLinesProps & { readonly channelId: string }) => (
  <ChatLines {...lines} poll={useLiveRoom(channelId)?.poll} />
);

interface ChatLinesProps {
  readonly messages: readonly ChatMessage[];
  /** Above them. */
  readonly poll?: Poll | undefined;
  readonly settings: OverlaySettings<'chat'>;
  /** In ms since 1970. */
  readonly nowMs: number;
}

/** The messages at the lower edge. Older ones leave at the top, so that nothing has to scroll. */
export const ChatLines = ({ messages, poll, settings, nowMs }: ChatLinesProps) => (
  <div data-overlay="chat" className="flex flex-col overflow-hidden" style={outlined(settings.font)}>
    {poll && <PollView poll={poll} nowMs={nowMs} />}
    <ol className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden">
      {visibleMessages(messages, settings, nowMs).map(({ message, isFading }) => (
        <li key={message.id} className="shrink-0 motion-safe:animate-rise" style={isFading ? FADING : LINE}>
          <Line message={message} />
        </li>
      ))}
    </ol>
  </div>
);

const LINE: CSSProperties = { paddingBlock: '0.15em' };
/** The opacity changes at once where motion is reduced: `theme.css`. */
const FADING: CSSProperties = { ...LINE, opacity: 0, transition: `opacity ${FADING_MS}ms` };

/** A message has its own direction, whatever that of the name is. */
const Line = ({ message }: { readonly message: ChatMessage }) => (
  <p dir="auto" className="overflow-clip wrap-anywhere" style={{ lineHeight: 1.35 }}>
    <bdi className="font-bold" style={{ color: nameColour(message.username) }}>
      {message.username}
    </bdi>{' '}
    <MessageText text={textOf(message)} reader={undefined} />
  </p>
);
