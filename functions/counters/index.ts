/** What other features may import from counters. */
export { shardOf, type Subject } from './counter.item.ts';
export { additionWrite, removeCounter } from './counters.repository.ts';
export { type Fold, foldCounter, foldPart } from './fold.repository.ts';
export { foldIntoItem } from './fold-item.repository.ts';
