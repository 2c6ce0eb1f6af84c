import type { ChatMessage } from '#shared/community/chat.ts';
import { formatCount } from '#web/lib/i18n/counts.ts';
import { t } from '#web/lib/i18n/messages.ts';

type Written = Pick<ChatMessage, 'username' | 'message' | 'raid'>;

/** What a message says to the reader: of a raid who arrives, in the page's language. */
export function textOf({ username: name, message, raid }: Written): string {
  if (!raid) return message;
  const { viewers: count } = raid;
  if (!count) return t('raids.arrives', { name });
  return t('raids.arrivesWith', { name, count, number: formatCount(count) });
}
