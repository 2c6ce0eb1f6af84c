/** What other features may import from auth. */
export { suspendSessions } from './sessions.repository.ts';
export { suspensionNow, type MaybeSuspended } from './account.ts';
