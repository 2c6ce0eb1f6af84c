/** What other features may import from clips. */
export { clipKey } from './clip.item.ts';
export type { OpenClip } from './open-clip.repository.ts';
