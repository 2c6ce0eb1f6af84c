/** What other features may import from browser-stream. */
export { type Broadcast, broadcastFilesPrefix, digits, type Segment } from './broadcast.ts';
export { latestPiece } from './playlist/latest-piece.service.ts';
export type { PlaylistDeps } from './playlist/live-playlist.service.ts';
