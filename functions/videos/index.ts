/** What other features may import from videos. */
export { type DiscardedFiles, positionAt, recordedParts, recordedRange, type Replay } from './replay.ts';
export { findOpenVideo, findRecordedReplay, recordedOf } from './table/open-video.repository.ts';
export { changeVideo, readVideo } from './table/video-changes.repository.ts';
export {
  REPLAY_ATTRIBUTES,
  replayKey,
  toVideo,
  type VideoItem,
  videoKey,
  videoIndexes,
} from './table/video.item.ts';
export { isOpen, isOpenTo, visibilityOf } from './visibility.ts';
