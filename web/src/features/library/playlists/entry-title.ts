import type { PlaylistEntry } from '#shared/channels/playlists.ts';
import { t } from '#web/lib/i18n/messages.ts';

export const titleOfEntry = ({ video, clip }: PlaylistEntry): string =>
  (video ?? clip)?.title ?? t('library.entryUnavailable');
