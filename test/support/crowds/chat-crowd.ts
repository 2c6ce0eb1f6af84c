import { chatRepository } from '#functions/chat/chat.repository.ts';
import { postMessage, type ChatDeps } from '#functions/chat/chat.service.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import { announceToChannel } from '#functions/realtime/announce.service.ts';
import { MAX_PUBLISH_INTERVAL_MS } from '#functions/realtime/publish-interval.ts';
import { CHAT_RATE_MESSAGES, CHAT_RATE_WINDOW_MS } from '#shared/limits.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { seedChannels } from '../api/table/seed-channels.ts';
import { after, API_EXECUTIONS, simulate, spread, type SimulatedSite } from './simulated-site.ts';

interface ChatCrowd {
  readonly authors: number;
  readonly messages: number;
  readonly overMs: number;
  readonly viewers: number;
}

interface SimulatedChat {
  readonly site: SimulatedSite;
  /** Messages that no page has received. */
  readonly lost: number;
  /** How long after each message was written pages received it. */
  readonly delaysMs: readonly number[];
}

/** Messages of one busy chat. */
export async function simulateChat({
  authors: count,
  messages,
  overMs,
  viewers,
}: ChatCrowd): Promise<SimulatedChat> {
  const writtenMs = new Map<string, number>();
  let topic = '';
  const site = await simulate(async (prepared) => {
    const table = prepared.openTable();
    const [channel, ...authors] = await seedChannels(table, count + 1);
    const channelId = channel!.id;
    topic = channelTopic(channelId);
    await announceToChannel(prepared.announcing(table), channelId, {
      type: 'viewers',
      viewers,
      followers: 0,
    });
    const api = prepared.lambda(API_EXECUTIONS, (own) => chatDeps(prepared, own));
    const write = async (index: number): Promise<void> => {
      const text = `Message ${index} ${'of a long evening '.repeat(8)}`;
      const author = authors[index % count]!.id;
      const post = {
        channelId,
        message: text,
        replyTo: undefined,
        playedAt: undefined,
        key: undefined,
        via: undefined,
      };
      const posted = await prepared.measure('messages', () =>
        api.invoke((deps) => postMessage(deps, author, post)),
      );
      if (posted) writtenMs.set(posted.id, Date.parse(posted.timestamp));
    };
    return async () => {
      await spread(messages, overMs, write);
      await after(2 * MAX_PUBLISH_INTERVAL_MS);
    };
  });
  const delaysMs = (site.published.get(topic) ?? []).flatMap(({ event, atMs }) =>
    event.type === 'message' ? [atMs - writtenMs.get(event.message.id)!] : [],
  );
  return { site, lost: writtenMs.size - delaysMs.length, delaysMs };
}

function chatDeps(site: SimulatedSite, table: Table): ChatDeps {
  const ports = site.announcing(table);
  return {
    chat: chatRepository(table),
    rooms: roomReads(table),
    channels: { findById: channelsRepository(table).findVisible },
    rate: { messages: CHAT_RATE_MESSAGES, windowMs: CHAT_RATE_WINDOW_MS },
    publish: (channelId, event) => announceToChannel(ports, channelId, event),
    clock: () => Date.now(),
  };
}
