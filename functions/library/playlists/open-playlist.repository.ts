import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { findVisibleChannel } from '#functions/channels/index.ts';
import { isOpenPlaylist } from './playlist.ts';
import { PLAYLIST_PREVIEW_ATTRIBUTES, playlistKey, type PlaylistPreviewItem } from './playlist.item.ts';

/** A playlist that everyone with its address may open, and its channel; `null` when there is none. Eventually consistent. */
export async function findOpenPlaylist(table: Table, id: string) {
  const read = { isConsistent: false, attributes: PLAYLIST_PREVIEW_ATTRIBUTES };
  const playlist = await getItem<PlaylistPreviewItem>(table, playlistKey(id), read);
  if (!playlist || !isOpenPlaylist(playlist)) return null;
  const channel = await findVisibleChannel(table, playlist.owner_id);
  return channel && { playlist, channel };
}
