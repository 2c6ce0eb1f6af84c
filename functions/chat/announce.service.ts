import type { ChatBatch, ChatMessage } from '../../shared/chat.ts';
import { chatTopic } from '../../shared/plain/topics.ts';
import type { AnnouncePorts } from './ports.ts';

/** A channel is published to at most once in this time; who listens pays with as much delay, and AppSync bills less. */
export const PUBLISH_INTERVAL_MS = 500;
/** Whoever was to publish what has waited for so long has died on the way. */
const ABANDONED_MS = 2000;
/** AppSync bills each delivery by pieces of this size. */
const MAX_EVENT_BYTES = 5000;

/**
 * Tells those who listen to a channel of a message. It is put to those that wait; whose is the first of them publishes
 * all, as soon as the last publishing is half a second ago, and the others need not stay.
 */
export async function announce(ports: AnnouncePorts, channelId: string, message: ChatMessage): Promise<void> {
  const { batches, publish, clock, sleep } = ports;
  const nowMs = clock();
  const { isFirst, oldestMs, publishedMs } = await batches.add(channelId, message, nowMs);
  if (!isFirst && nowMs - oldestMs < ABANDONED_MS) return;
  const dueInMs = publishedMs + PUBLISH_INTERVAL_MS - nowMs;
  // Never longer, whatever another's clock has written.
  if (dueInMs > 0) await sleep(Math.min(dueInMs, PUBLISH_INTERVAL_MS));
  const messages = await batches.take(channelId, clock());
  if (messages.length > 0) await publish(chatTopic(channelId), batchesOf(messages));
}

/** The messages in their order, in events as large as one delivery may be. */
export function batchesOf(messages: readonly ChatMessage[]): ChatBatch[] {
  const events: ChatMessage[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    const size = Buffer.byteLength(JSON.stringify(message)) + 1;
    if (bytes + size > MAX_EVENT_BYTES) {
      events.push([]);
      bytes = Buffer.byteLength(JSON.stringify({ messages: [] }));
    }
    events.at(-1)?.push(message);
    bytes += size;
  }
  return events.map((messages) => ({ messages }));
}
