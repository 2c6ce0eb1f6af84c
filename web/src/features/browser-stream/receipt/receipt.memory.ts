/** Which broadcast this tab owes its person a receipt for; it outlives a reload, not the tab. */

const KEY = 'broadcastReceipt';

export function rememberReceipt(userId: string, streamId: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, streamId }));
  } catch {
    // A browser without room has no receipt; the replay comes all the same.
  }
}

/** The broadcast's id, or `null` where none is owed to this person. */
export function receiptOf(userId: string): string | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isReceipt(kept) && kept.userId === userId ? kept.streamId : null;
  } catch {
    return null;
  }
}

export function forgetReceipt(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is nothing to forget, then.
  }
}

const isReceipt = (kept: unknown): kept is { userId: string; streamId: string } =>
  typeof kept === 'object' &&
  kept !== null &&
  'userId' in kept &&
  'streamId' in kept &&
  typeof kept.streamId === 'string';
