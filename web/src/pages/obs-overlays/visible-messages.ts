import type { ChatMessage } from '#shared/community/chat.ts';
import type { OverlaySettings } from './overlay-settings.ts';

/** How long a message fades before it is removed. */
export const FADING_MS = 1000;

/** `!fan`: for a program that answers in the chat. */
const COMMAND = /^!\S/;

type Settings = Pick<OverlaySettings<'chat'>, 'lines' | 'fade' | 'bots' | 'commands'>;

/** The messages of an overlay at a time in ms since 1970, oldest first, and whether each fades out. Pure. */
export function visibleMessages(
  messages: readonly ChatMessage[],
  { lines, fade, bots, commands }: Settings,
  nowMs: number,
): readonly { readonly message: ChatMessage; readonly isFading: boolean }[] {
  const untilFadingMs = fade === 0 ? Infinity : fade * 1000;
  const ageMs = ({ timestamp }: ChatMessage) => nowMs - Date.parse(timestamp);
  return messages
    .filter((message) => bots || !message.badges?.includes('bot'))
    .filter(({ message }) => commands || !COMMAND.test(message))
    .filter((message) => ageMs(message) < untilFadingMs + FADING_MS)
    .slice(-lines)
    .map((message) => ({ message, isFading: ageMs(message) >= untilFadingMs }));
}
