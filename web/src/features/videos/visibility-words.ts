import type { Video, Visibility } from '#shared/videos/videos.ts';
import { formatPercent } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

export const VISIBILITY_OPTIONS: readonly { readonly value: Visibility; readonly text: string }[] = [
  { value: 'public', text: t('videos.visibilityPublic') },
  { value: 'unlisted', text: t('videos.visibilityUnlisted') },
  { value: 'private', text: t('videos.visibilityPrivate') },
];

/** The label of a video that is not public. */
export function hiddenLabel({
  visibility,
  is_removed,
}: Pick<Video, 'visibility' | 'is_removed'>): string | null {
  if (is_removed) return t('videos.removed');
  return visibility === 'public'
    ? null
    : visibility === 'unlisted'
      ? t('videos.unlisted')
      : t('videos.private');
}

/** The progress of processing; at 0 % it is queued. */
export const processingText = (percent: number): string =>
  percent === 0
    ? t('videos.queued')
    : t('videos.processingPercent', { percent: formatPercent(percent / 100) });
