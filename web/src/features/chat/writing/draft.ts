/** The rules for what one writes: specification §5 (Chat). */
import { CHAT_MESSAGE_MAX_LENGTH } from '../../../../../shared/limits.ts';

/** The count shows from here on. */
const COUNT_FROM = CHAT_MESSAGE_MAX_LENGTH - 100;

/** A message is one line: line breaks, as they come with a paste, become spaces. */
const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ').trim();

/** What to send, or `null` when that is nothing or too much. */
export function toSend(text: string): string | null {
  const message = oneLine(text);
  return message !== '' && message.length <= CHAT_MESSAGE_MAX_LENGTH ? message : null;
}

/** Characters left, once they become few; negative when there are too many. */
export function charactersLeft(text: string): number | null {
  const { length } = oneLine(text);
  return length >= COUNT_FROM ? CHAT_MESSAGE_MAX_LENGTH - length : null;
}

/** What stands in the field after a message was not sent: first what has come back, in order, then what is new. */
export function textAfterFailure(message: string, written: string, cameBack: string): string {
  const isUntouched = cameBack !== '' && written.startsWith(cameBack);
  const [before, after] = isUntouched ? [cameBack, written.slice(cameBack.length)] : ['', written];
  return [before, message, after]
    .map((text) => text.trim())
    .filter(Boolean)
    .join(' ');
}
