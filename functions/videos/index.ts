/** What other features may import from videos. */
export { changeVideo, readVideo } from './table/video.change.ts';
export { toVideo } from './table/video.item.ts';
export { isOpenTo } from './visibility.ts';
