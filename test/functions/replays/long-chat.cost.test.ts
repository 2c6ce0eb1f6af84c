/** Eight hours and 20,000 messages, of which a page costs what it costs anywhere. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newChannel, toChannel } from '#functions/channels/index.ts';
import { messageKey } from '#functions/chat/chat.item.ts';
import { chatRepository } from '#functions/chat/chat.repository.ts';
import { listMessages } from '#functions/chat/chat.service.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import type { ChatMessage } from '#shared/community/chat.ts';
import { replaysDeps } from '#functions/replays/feature.ts';
import { replayChat } from '#functions/replays/replays.service.ts';
import { roomKey } from '#functions/chat/rooms/room.item.ts';
import { CHAT_LIMIT_MAX } from '#shared/limits.ts';
import type { ReplayChat } from '#shared/videos/replays.ts';
import { startImportedTable, type OpenedTable } from '#test/support/stand-ins/imported-table.ts';
import { measureUnits, type UnitsOf } from '#test/support/api/table/read-units.ts';
import { seedReplay } from '#test/support/api/table/seed-videos.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const MESSAGES = 20_000;
const LENGTH_S = 8 * 60 * 60;
const START = Date.parse('2026-05-01T12:00:00.000Z');
/** Half a unit each for the video and the room, and 4 KB a half of a hundred messages. */
const UNITS_OF_A_PAGE = 4;

const owner = { id: ulid(START), username: 'GaleForce' };
const atMs = (index: number): number => START + Math.floor((index * LENGTH_S * 1000) / MESSAGES);
const ids = Array.from({ length: MESSAGES }, (_, index) => ulid(atMs(index)));

function* messages(): Generator<object> {
  for (const [index, id] of ids.entries()) {
    const timestamp = new Date(atMs(index)).toISOString();
    const words = { username: 'FannyFan', message: `${index} ${'How quiet it is! '.repeat(3)}`, timestamp };
    yield { ...messageKey(owner.id, id), ...words, shown_at: timestamp, author_id: owner.id };
  }
}

let opened: OpenedTable;
let unitsOf: UnitsOf;
let id: string;
beforeAll(async () => {
  opened = await startImportedTable(newFolder(), messages());
  const created_at = new Date(START).toISOString();
  ({ id } = await seedReplay(opened.table, owner, { created_at, duration_s: LENGTH_S }));
  unitsOf = measureUnits(opened.table);
});
afterAll(() => opened?.close());

async function read(part: { readonly after?: string; readonly before?: string } = {}) {
  let chat: ReplayChat | undefined;
  const units = await unitsOf(async () => {
    chat = await replayChat(replaysDeps(opened.table), undefined, { id, limit: CHAT_LIMIT_MAX, ...part });
  });
  return { units, chat: chat! };
}
const first = ({ chat }: Awaited<ReturnType<typeof read>>) => Number(chat.messages[0]?.message.split(' ')[0]);

/** The chat of the stream while it is live, as viewers who rewind read it. */
async function readLive(after: string) {
  const { table } = opened;
  const channels = { findById: async () => toChannel(newChannel(owner.id, owner.username)) };
  const clock = () => START + LENGTH_S * 1000;
  const deps = { chat: chatRepository(table), rooms: roomReads(table), channels, clock };
  let found: ChatMessage[] = [];
  const units = await unitsOf(async () => {
    found = await listMessages(deps, owner.id, { limit: CHAT_LIMIT_MAX, after });
  });
  return { units, found };
}

describe('the chat of an eight-hour broadcast', () => {
  it('costs one page of reads at any position of a stream that is still live', async () => {
    for (const index of [0, MESSAGES / 8, MESSAGES / 2, MESSAGES - CHAT_LIMIT_MAX - 2]) {
      const { units, found } = await readLive(ids[index]!);
      expect(found.map((message) => message.id)).toEqual(ids.slice(index + 1, index + 1 + CHAT_LIMIT_MAX));
      expect(units).toBeLessThanOrEqual(UNITS_OF_A_PAGE);
    }
  });

  it('costs one page of reads at any position and in either direction', async () => {
    const middle = ulid(atMs(MESSAGES / 2));
    const pages = [
      await read(),
      await read({ after: middle }),
      await read({ before: middle }),
      await read({ after: ids.at(-CHAT_LIMIT_MAX - 2)! }),
    ];
    for (const { units, chat } of pages) {
      expect(chat.messages).toHaveLength(CHAT_LIMIT_MAX);
      expect(units).toBeLessThanOrEqual(UNITS_OF_A_PAGE);
    }
    expect(Math.abs(first(pages[1]!) - MESSAGES / 2)).toBeLessThanOrEqual(1);
  });

  it('is read to its end with each message once', async () => {
    const seen: string[] = [];
    let after: string | null = ids[MESSAGES - 1050]!;
    while (after !== null) {
      const { chat } = await read({ after });
      seen.push(...chat.messages.map((message) => message.id));
      after = chat.next;
    }
    expect(seen).toEqual(ids.slice(MESSAGES - 1049));
  });

  it('begins after the last clear, at the cost of one page', async () => {
    const values = { ':cleared': ids[15_000] };
    const UpdateExpression = 'SET cleared_id = :cleared';
    const { client, TableName } = opened.table;
    const Key = roomKey(owner.id);
    await client.send(
      new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues: values }),
    );
    const start = await read();
    expect([first(start), start.chat.messages.length]).toEqual([15_001, CHAT_LIMIT_MAX]);
    expect(start.units).toBeLessThanOrEqual(UNITS_OF_A_PAGE);
    const back = await read({ before: ids[15_010]! });
    expect([first(back), back.chat.messages.length, back.chat.next]).toEqual([15_001, 9, null]);
  });
});
