import type { NewsKind, PieceOfNews, PlanChangeKind } from '#shared/people/news.ts';
import { isAboutAccount } from '#shared/plain/moderation/moderation-events.ts';
import { paths } from '#web/lib/paths.ts';
import { t } from '#web/lib/i18n/messages.ts';

export function headline({ kind, channel: { display_name: name }, ...facts }: PieceOfNews): string {
  const { clip_id, by, change, event } = facts;
  switch (kind) {
    case 'live':
      return t('news.wentLive', { name });
    case 'video':
      return t('notifications.video', { name });
    case 'replay':
      return t('notifications.replay', { name });
    case 'mention':
      return t('notifications.mention', { by: by ?? '', name });
    case 'reminder':
      return change ? CHANGES[change](name) : t('notifications.soon', { name });
    case 'comment':
      return clip_id === null ? t('notifications.comment') : t('notifications.clipComment');
    case 'reply':
      return t('notifications.reply');
    case 'moderation':
      return t('notifications.moderation', { event: event ?? 'content_removed', name });
  }
}

const CHANGES: Readonly<Record<PlanChangeKind, (name: string) => string>> = {
  moved: (name) => t('notifications.moved', { name }),
  cancelled: (name) => t('notifications.cancelled', { name }),
  restored: (name) => t('notifications.restored', { name }),
};

export function newsPath({ channel: { username }, video_id, clip_id, event }: PieceOfNews): string {
  if (isAboutAccount(event)) return paths.settings();
  if (clip_id !== null) return paths.clip(clip_id);
  return video_id === null ? paths.channel(username) : paths.video(username, video_id);
}

export const KIND_WORDS: readonly (readonly [kind: NewsKind, words: string])[] = [
  ['live', t('news.kindLive')],
  ['video', t('news.kindVideo')],
  ['replay', t('news.kindReplay')],
  ['mention', t('news.kindMention')],
  ['reminder', t('news.kindReminder')],
  ['moderation', t('news.kindModeration')],
  ['comment', t('news.kindComment')],
  ['reply', t('news.kindReply')],
];
