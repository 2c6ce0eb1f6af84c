/** What other features may import from follows. */
export type { BellsRepository } from './bells.repository.ts';
export { followKey } from './follow.item.ts';
