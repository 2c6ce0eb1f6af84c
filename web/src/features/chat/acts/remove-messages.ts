import { HOUR_MS } from '#shared/plain/time.ts';
import { call } from '#web/lib/api/api.ts';
import { firstIdAt } from '../feed/first-id.ts';

export type RemovedRange = 'hour' | 'all';

/** Removes a person's messages page by page, and returns their number. `null` if some may be left. */
export async function removeMessagesOf(
  id: string,
  username: string,
  range: RemovedRange,
): Promise<number | null> {
  const after = range === 'hour' ? { after: firstIdAt(Date.now() - HOUR_MS) } : {};
  const removePage = (cursor: string | null) =>
    call('DELETE /rooms/{id}/people/{username}/messages', {
      params: { id, username },
      query: { ...after, ...(cursor !== null && { cursor }) },
    });
  try {
    let { removed, next } = await removePage(null);
    while (next !== null) {
      const page = await removePage(next);
      removed += page.removed;
      next = page.next;
    }
    return removed;
  } catch (error) {
    console.error('Error removing messages', error);
    return null;
  }
}
