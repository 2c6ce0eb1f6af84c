import { ulid } from 'ulid';
import type { Table } from '#functions/aws/table/table.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { messageKey, referenceKey } from '#functions/chat/chat.item.ts';
import { CHAT_HISTORY_MS } from '#shared/limits.ts';
import type { TestUser } from '../local-api.ts';

/** Messages of a person that were written before `atMs`, 1 ms apart, past the limits of a chat. */
export async function seedMessages(
  table: Table,
  channelId: string,
  { id: author_id, username }: TestUser,
  count: number,
  atMs = Date.now() - 60_000,
): Promise<void> {
  const writes = Array.from({ length: count }, async (_, at) => {
    const timeMs = atMs - count + at;
    const id = ulid(timeMs);
    const expires_at = Math.ceil((timeMs + CHAT_HISTORY_MS) / 1000);
    const timestamp = new Date(timeMs).toISOString();
    const fields = { username, message: `Message ${at}`, timestamp, author_id, expires_at };
    await putItem(table, { ...messageKey(channelId, id), ...fields });
    await putItem(table, { ...referenceKey(author_id, id), channel_id: channelId, expires_at });
  });
  await Promise.all(writes);
}
