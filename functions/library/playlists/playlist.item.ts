/**
 * Playlists of people, as the table holds them. Keys:
 *
 * | item          | pk                      | sk         | gsi1pk                       | gsi2pk, while it is public          |
 * |---------------|-------------------------|------------|------------------------------|-------------------------------------|
 * | playlist      | `PLAYLIST#<id>` | `PLAYLIST` | `LIBRARY#<person>#PLAYLISTS` | `LIBRARY#<person>#PUBLIC_PLAYLISTS` |
 * | its entries, in order | `PLAYLIST#<id>` | `ENTRIES` |                         |                                     |
 * | playlist of an idempotency key, expires | `LIBRARY#<person>` | `PLAYLIST_KEY#<key>` |     |                                     |
 *
 * Sort keys of the indexes are `<created_at>#<id>`. The entries are one item, so that each change of the order is one
 * conditional write: at most 14 kB. They are only ids, so that no data of deleted or hidden videos remains here.
 */
import type { Visibility } from '#shared/videos/videos.ts';
import type { RankedList } from '#functions/aws/table/cursor.ts';
import { libraryPartition } from '../library.item.ts';

const partition = (id: string): string => `PLAYLIST#${id}`;

export const playlistKey = (id: string) => ({ pk: partition(id), sk: 'PLAYLIST' });
export const entriesKey = (id: string) => ({ pk: partition(id), sk: 'ENTRIES' });
export const usedKey = (personId: string, key: string) => ({
  pk: libraryPartition(personId),
  sk: `PLAYLIST_KEY#${key}`,
});

export interface PlaylistItem {
  readonly id: string;
  readonly owner_id: string;
  readonly title: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly count: number;
  /** The first entry, whose picture lists show. */
  readonly cover?: string | undefined;
  readonly is_removed?: true | undefined;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The attributes of a preview, and those that decide who may see it. */
export const PLAYLIST_PREVIEW_ATTRIBUTES = [
  'id',
  'owner_id',
  'title',
  'description',
  'visibility',
  'is_removed',
] as const satisfies readonly (keyof PlaylistItem)[];
export type PlaylistPreviewItem = Pick<PlaylistItem, (typeof PLAYLIST_PREVIEW_ATTRIBUTES)[number]>;

export interface EntriesItem {
  readonly pk: string;
  readonly owner_id: string;
  readonly entries: readonly string[];
  readonly version: number;
}

export interface UsedKeyItem {
  readonly playlist_id: string;
}

export const ownList = (personId: string): RankedList => ({
  index: 'gsi1',
  partition: `${libraryPartition(personId)}#PLAYLISTS`,
  keyOf: playlistKey,
});

export const publicList = (personId: string): RankedList => ({
  index: 'gsi2',
  partition: `${libraryPartition(personId)}#PUBLIC_PLAYLISTS`,
  keyOf: playlistKey,
});

/** The index keys that depend on who may see it. */
export function publicKeys(item: Omit<PlaylistItem, 'title' | 'description' | 'count' | 'updated_at'>) {
  const isPublic = item.visibility === 'public' && !item.is_removed;
  return {
    gsi2pk: isPublic ? publicList(item.owner_id).partition : undefined,
    gsi2sk: isPublic ? `${item.created_at}#${item.id}` : undefined,
  };
}

export const playlistItem = (item: PlaylistItem) => ({
  ...playlistKey(item.id),
  gsi1pk: ownList(item.owner_id).partition,
  gsi1sk: `${item.created_at}#${item.id}`,
  ...publicKeys(item),
  ...item,
});
