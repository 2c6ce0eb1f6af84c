/** What other features may import from clips. */
export { foldClipViews } from './clip-views.repository.ts';
export { clipKey } from './clip.item.ts';
export type { OpenClip } from './open-clip.repository.ts';
