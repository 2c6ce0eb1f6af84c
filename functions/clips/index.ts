/** What other features may import from clips. */
export { foldClipViews } from './clip-views.repository.ts';
export { CLIP_STATES, clipKey } from './clip.item.ts';
export type { OpenClip } from './open-clip.repository.ts';
