export { isOpenPlaylist } from './playlists/playlist.ts';
export type { PlaylistPreviewItem } from './playlists/playlist.item.ts';
export { changePlaylist, playlistsRepository } from './playlists/playlists.repository.ts';
