/** What other features may import from moderation. */
export { suspensionNow } from './suspension/suspension.ts';
export { toSuspension, type SuspensionItem } from './suspension/suspension.item.ts';
export type { SuspensionWork } from './suspension/ports.ts';
