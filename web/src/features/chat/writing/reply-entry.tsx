import { CornerUpLeft, X } from 'lucide-react';
import type { Quote } from '#shared/community/chat.ts';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** "Reply" in a message's menu, for users who may write. */
export const replyEntry = (onReply: (quote: Quote) => void): MessageEntry => ({
  label: t('chat.reply'),
  icon: <CornerUpLeft className="rtl:-scale-x-100" />,
  onSelect: ({ id, username, message }) => onReply({ id, username, message }),
  isVisibleFor: () => true,
});

interface AnsweringProps {
  readonly quote: Quote;
  readonly onCancel: () => void;
}

export const ReplyBar = ({ quote: { username, message }, onCancel }: AnsweringProps) => (
  <div className="mb-2 flex items-center gap-2 text-xs text-soft">
    <p className="min-w-0 flex-1 truncate">
      {rich('chat.replyingTo', {
        username,
        b: (text) => <b className="font-semibold text-ink">{text}</b>,
      })}{' '}
      <span dir="auto">{message}</span>
    </p>
    <button
      type="button"
      aria-label={t('chat.cancelReply')}
      title={t('chat.cancelReply')}
      onClick={onCancel}
      className="-my-2 grid size-control-sm shrink-0 place-items-center rounded-md hover:bg-raised hover:text-ink"
    >
      <X className="size-4" />
    </button>
  </div>
);
