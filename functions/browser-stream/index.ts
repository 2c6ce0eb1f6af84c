/** What other features may import from browser-stream. */
export {
  type Broadcast,
  broadcastFilesPrefix,
  broadcastOfPlaylist,
  digits,
  type Segment,
} from './broadcast.ts';
export { pastPiece } from './playlist/past-piece.service.ts';
export { captionsOfPart } from './replay-captions.ts';
export type { LiveCaptionReads } from './table/live-captions.repository.ts';
export type { RowsByTime } from './table/rows-by-time.repository.ts';
