/** What other features may import from browser-stream. */
export { type Broadcast, broadcastFilesPrefix, digits, type Segment } from './broadcast.ts';
export { pastPiece } from './playlist/past-piece.service.ts';
export type { RowsByTime } from './table/rows-by-time.repository.ts';
