/** What other features may import from videos. */
export { type DiscardedFiles, recordedParts, recordedRange, type Replay } from './replay.ts';
export { changeVideo, readVideo } from './table/video.change.ts';
export { toVideo } from './table/video.item.ts';
export { isOpenTo } from './visibility.ts';
