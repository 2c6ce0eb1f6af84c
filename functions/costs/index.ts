/** What other features may import. */
export type { BilledBroadcast, Costs } from './ports.ts';
