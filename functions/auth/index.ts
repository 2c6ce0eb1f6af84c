/** What other features may import from auth. */
export {
  suspensionItem,
  type SuspensionsRepository,
  type SuspensionWork,
} from './deletion/suspension.item.ts';
export { suspendSessions } from './table/sessions.repository.ts';
export { suspensionNow, type MaybeSuspended } from './account.ts';
