/** What other features may import from schedules. */
export type { PlanRecord } from './schedule.ts';
export { restoreSchedule, withdrawSchedule } from './withdrawal.writes.ts';
