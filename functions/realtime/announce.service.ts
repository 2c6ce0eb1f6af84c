import type { ChannelBatch, ChannelEvent } from '../../shared/channel-events.ts';
import { channelTopic } from '../../shared/plain/topics.ts';
import type { AnnouncePorts } from './ports.ts';

/** A channel is published to at most once in this time; who listens pays with as much delay, and AppSync bills less. */
export const PUBLISH_INTERVAL_MS = 500;
/** Whoever was to publish what has waited for so long has died on the way. */
const ABANDONED_MS = 2000;
/** AppSync bills each delivery by pieces of this size. */
const MAX_EVENT_BYTES = 5000;

/**
 * Tells those who have a channel open what has happened in it. Never throws: what they miss they learn by asking.
 *
 * An event is put to those that wait; whose is the first of them publishes all, as soon as the last publishing is half a
 * second ago, and the others need not stay.
 */
export async function announceToChannel(
  ports: AnnouncePorts,
  channelId: string,
  event: ChannelEvent,
): Promise<void> {
  try {
    await announce(ports, channelId, event);
  } catch (error) {
    ports.onFailure(error);
  }
}

async function announce(ports: AnnouncePorts, channelId: string, event: ChannelEvent): Promise<void> {
  const { batches, publish, clock, sleep } = ports;
  const nowMs = clock();
  const { isFirst, oldestMs, publishedMs } = await batches.add(channelId, event, nowMs);
  if (!isFirst && nowMs - oldestMs < ABANDONED_MS) return;
  const dueInMs = publishedMs + PUBLISH_INTERVAL_MS - nowMs;
  // Never longer, whatever another's clock has written.
  if (dueInMs > 0) await sleep(Math.min(dueInMs, PUBLISH_INTERVAL_MS));
  const events = await batches.take(channelId, clock());
  if (events.length > 0) await publish(channelTopic(channelId), batchesOf(events));
}

/** The events in their order, in batches as large as one delivery may be. */
export function batchesOf(events: readonly ChannelEvent[]): ChannelBatch[] {
  const batches: ChannelEvent[][] = [];
  let bytes = Infinity;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event)) + 1;
    if (bytes + size > MAX_EVENT_BYTES) {
      batches.push([]);
      bytes = Buffer.byteLength(JSON.stringify({ events: [] }));
    }
    batches.at(-1)?.push(event);
    bytes += size;
  }
  return batches.map((events) => ({ events }));
}
