/** Which broadcast this tab owes its person a receipt for; it outlives a reload, not the tab. */
import { keep, readKept } from '../../../lib/kept.ts';

const KEY = 'broadcastReceipt';

/** Without room there is no receipt; the replay comes all the same. */
export const rememberReceipt = (userId: string, streamId: string): void =>
  keep('sessionStorage', KEY, { userId, streamId });

/** The broadcast's id, or `null` where none is owed to this person. */
export function receiptOf(userId: string): string | null {
  const kept = readKept('sessionStorage', KEY);
  return isReceipt(kept) && kept.userId === userId ? kept.streamId : null;
}

export const forgetReceipt = (): void => keep('sessionStorage', KEY, null);

const isReceipt = (kept: unknown): kept is { userId: string; streamId: string } =>
  typeof kept === 'object' &&
  kept !== null &&
  'userId' in kept &&
  'streamId' in kept &&
  typeof kept.streamId === 'string';
