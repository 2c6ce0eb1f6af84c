/** What other features may import from clips. */
export { foldClipCounts } from './table/clip-counts.repository.ts';
export { CLIP_STATES, clipKey } from './table/clip.item.ts';
export type { OpenClip } from './table/open-clip.repository.ts';
