import type { NewsKind, PieceOfNews, PlanChangeKind } from '../../../../shared/people/news.ts';
import { paths } from '../../lib/paths.ts';
import { t } from '../../lib/i18n/messages.ts';

export function headline({ kind, channel: { display_name: name }, by, change }: PieceOfNews): string {
  switch (kind) {
    case 'live':
      return t('news.wentLive', { name });
    case 'video':
      return t('news.publishedVideo', { name });
    case 'replay':
      return t('news.replayReady', { name });
    case 'mention':
      return t('news.mentionedYou', { by: by ?? '', name });
    case 'reminder':
      return change ? CHANGES[change](name) : t('news.startsSoon', { name });
  }
}

const CHANGES: Readonly<Record<PlanChangeKind, (name: string) => string>> = {
  moved: (name) => t('news.broadcastMoved', { name }),
  cancelled: (name) => t('news.broadcastCancelled', { name }),
  restored: (name) => t('news.broadcastRestored', { name }),
};

export const newsPath = ({ channel: { username }, video_id }: PieceOfNews): string =>
  video_id === null ? paths.channel(username) : paths.video(username, video_id);

export const KIND_WORDS: readonly (readonly [kind: NewsKind, words: string])[] = [
  ['live', t('news.kindLive')],
  ['video', t('news.kindVideo')],
  ['replay', t('news.kindReplay')],
  ['mention', t('news.kindMention')],
  ['reminder', t('news.kindReminder')],
];
