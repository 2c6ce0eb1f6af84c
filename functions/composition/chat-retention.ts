/** Wires the retention of chats. Each tick loads it, but rooms only when a chat is due. */
import type { Table } from '../aws/table/table.ts';
import { lazyPort } from '../base/lazy-port.ts';
import { retentionRepository } from '../chat/retention/retention.repository.ts';
import type { RetentionDeps } from '../chat/retention/retention.service.ts';
import { readVideo } from '../videos/table/video.change.ts';

export const chatRetentionDeps = (table: Table, clock = Date.now): RetentionDeps => ({
  retention: retentionRepository(table),
  rooms: lazyPort(async () => {
    const { roomReads } = await import('../chat/rooms/rooms.repository.ts');
    return roomReads(table);
  }),
  videoExists: async (id) => (await readVideo(table, id)) !== null,
  clock,
});
