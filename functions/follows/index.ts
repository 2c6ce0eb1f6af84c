/** What other features may import from follows. */
export { followKey } from './follow.item.ts';
