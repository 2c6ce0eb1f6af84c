/** Wires the retention of chats. Each tick loads it, but rooms only when a chat is due. */
import type { Table } from '#functions/aws/table/table.ts';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { retentionRepository } from '#functions/chat/retention/retention.repository.ts';
import type { RetentionDeps } from '#functions/chat/retention/retention.service.ts';
import { readVideo } from '#functions/videos/table/video-changes.repository.ts';

export const chatRetentionDeps = (table: Table, clock = Date.now): RetentionDeps => ({
  retention: retentionRepository(table),
  rooms: lazyPort(async () => {
    const { roomReads } = await import('#functions/chat/rooms/rooms.repository.ts');
    return roomReads(table);
  }),
  videoExists: async (id) => (await readVideo(table, id)) !== null,
  clock,
});
