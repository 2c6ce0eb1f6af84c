/** What other features may import from follows. */
export type { FollowersRepository } from './followers.repository.ts';
export type { BellsRepository } from './bells.repository.ts';
export { followKey } from './follow.item.ts';
