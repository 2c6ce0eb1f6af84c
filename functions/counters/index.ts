/** What other features may import from counters. */
export { shardDueKeys, shardKey, shardOf, type Subject } from './counter.item.ts';
export { additionWrite, readShards, removeCounter, totalOf } from './counters.repository.ts';
export { type Fold, foldCounter, foldPart } from './fold.repository.ts';
export { foldIntoItem } from './fold-item.repository.ts';
