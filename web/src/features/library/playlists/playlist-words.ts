import type { Playlist } from '#shared/channels/playlists.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Watch later has the id of its person, and the site's own name. */
export const isWatchLater = ({ id, channel_id }: Pick<Playlist, 'id' | 'channel_id'>): boolean =>
  id === channel_id;

export const titleOf = (playlist: Pick<Playlist, 'id' | 'channel_id' | 'title'>): string =>
  isWatchLater(playlist) ? t('library.watchLater') : playlist.title;

export const VISIBILITY_OPTIONS = [
  { value: 'private', text: t('library.playlistPrivate') },
  { value: 'unlisted', text: t('library.playlistUnlisted') },
  { value: 'public', text: t('library.playlistPublic') },
] as const satisfies readonly { readonly value: Playlist['visibility']; readonly text: string }[];

export const visibilityText = (visibility: Playlist['visibility']): string =>
  VISIBILITY_OPTIONS.find(({ value }) => value === visibility)!.text;

/** The badge of a playlist that is not public. */
export function hiddenLabel({ visibility, is_removed }: Playlist): string | null {
  if (is_removed) return t('moderation.removed');
  return visibility === 'public' ? null : visibilityText(visibility);
}
