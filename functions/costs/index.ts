/** What other features may import. */
export type { CostlyThing, Costs } from './ports.ts';
