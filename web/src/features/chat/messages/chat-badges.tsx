import type { ChatBadge } from '../../../../../shared/community/chat.ts';

const LOOK: Record<ChatBadge, { readonly name: string; readonly className: string }> = {
  streamer: { name: 'Streamer', className: 'bg-accent-dim text-accent' },
  moderator: { name: 'Moderator', className: 'bg-success-dim text-success' },
  new: { name: 'New here', className: 'bg-raised text-soft' },
};

/** What an author is here. */
export const ChatBadges = ({ badges }: { readonly badges: readonly ChatBadge[] }) =>
  badges.map((badge) => (
    <span
      key={badge}
      className={`shrink-0 self-center rounded-sm px-1.5 text-xs font-semibold ${LOOK[badge].className}`}
    >
      {LOOK[badge].name}
    </span>
  ));
