/** The rules of a message draft: specification §5 (Chat). */
import { CHAT_MESSAGE_MAX_LENGTH } from '../../../../../shared/limits.ts';

/** The length from which the counter is visible. */
const COUNT_FROM = CHAT_MESSAGE_MAX_LENGTH - 100;

/** Replaces pasted line breaks with spaces, because a message is one line. */
const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ').trim();

/** Returns `null` if the text is blank or too long. */
export function toSend(text: string): string | null {
  const message = oneLine(text);
  return message !== '' && message.length <= CHAT_MESSAGE_MAX_LENGTH ? message : null;
}

/** The characters left, once few. Negative if the text is too long. */
export function charactersLeft(text: string): number | null {
  const { length } = oneLine(text);
  return length >= COUNT_FROM ? CHAT_MESSAGE_MAX_LENGTH - length : null;
}

/** The text of the field after a failure: returned messages in order, then new text. */
export function textAfterFailure(message: string, written: string, cameBack: string): string {
  const isUntouched = cameBack !== '' && written.startsWith(cameBack);
  const [before, after] = isUntouched ? [cameBack, written.slice(cameBack.length)] : ['', written];
  return [before, message, after]
    .map((text) => text.trim())
    .filter(Boolean)
    .join(' ');
}
