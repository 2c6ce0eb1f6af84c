export type { BilledBroadcast } from './costs.repository.ts';
export type { Costs } from './costs.ts';
