/** What other features may import from statistics. */
export { addPlayed, type Played } from './arrivals.repository.ts';
export { type FollowerChange, noteFollowers } from './followers.repository.ts';
export type { AudienceHour } from './hours.ts';
export { STATISTICS_KEPT_MS } from './statistics.item.ts';
export { removeVideoStatistics } from './video-totals.repository.ts';
