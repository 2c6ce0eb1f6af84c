import type { ChatMessage } from '../../../../../shared/community/chat.ts';
import { calls } from './message-parts.ts';

type Addressed = Pick<ChatMessage, 'username' | 'message' | 'reply_to'>;

/** Whether somebody else calls the reader by `@name`, or answers them. */
export function isForReader({ username, message, reply_to }: Addressed, reader: string | undefined): boolean {
  if (reader === undefined || username === reader) return false;
  return reply_to?.username === reader || calls(message, reader);
}
