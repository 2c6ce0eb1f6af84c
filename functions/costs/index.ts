export type { BilledBroadcast, Costs } from './ports.ts';
