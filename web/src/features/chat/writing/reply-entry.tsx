import { CornerUpLeft } from 'lucide-react';
import type { Quote } from '../../../../../shared/community/chat.ts';
import type { MessageEntry } from '../../../lib/message-entry.ts';

/** "Reply" in a message's menu; for whoever may write. */
export const replyEntry = (onReply: (quote: Quote) => void): MessageEntry => ({
  label: 'Reply',
  icon: <CornerUpLeft />,
  onSelect: ({ id, username, message }) => onReply({ id, username, message }),
  isShown: () => true,
});
