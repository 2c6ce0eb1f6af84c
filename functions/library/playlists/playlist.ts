/** Who sees a playlist, and its entries as they are stored. Pure. */
import type { LikedKind } from '#shared/channels/library.ts';
import type { Liked } from '../library.item.ts';
import type { PlaylistPreviewItem } from './playlist.item.ts';

/** Whether anybody with its address may open it, while its owner is not hidden. */
export const isOpenPlaylist = ({ visibility, is_removed }: PlaylistPreviewItem): boolean =>
  visibility !== 'private' && !is_removed;

const LETTERS = { video: 'v', clip: 'c' } as const satisfies Record<LikedKind, string>;

/** An entry as it is stored: the letter of its kind and its id. */
export const entryOf = ({ kind, id }: Liked): string => LETTERS[kind] + id;
export const toEntry = (entry: string): Liked => ({
  kind: entry.startsWith(LETTERS.clip) ? 'clip' : 'video',
  id: entry.slice(1),
});
