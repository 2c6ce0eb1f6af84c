import { MIN_PUBLISH_INTERVAL_MS } from '#functions/realtime/publish-interval.ts';
import { batchesOf } from '#functions/realtime/batches.ts';
import type { AnnounceDeps } from '#functions/realtime/announce.adapters.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { channelTopic } from '#shared/plain/topics.ts';

/** Publishes a channel's events, batched as in Fanfare, without a table. */
export function inBatches(
  publish: AnnounceDeps['publish'],
  channelId = 'bare',
): (event: ChannelEvent) => Promise<void> {
  let waiting: ChannelEvent[] = [];
  let publishedMs = -Infinity;
  return async (event) => {
    waiting.push(event);
    if (waiting.length > 1) return;
    const dueInMs = Math.max(0, publishedMs + MIN_PUBLISH_INTERVAL_MS - performance.now());
    await new Promise((resolve) => setTimeout(resolve, dueInMs));
    const events = waiting;
    waiting = [];
    publishedMs = performance.now();
    await publish(channelTopic(channelId), batchesOf(events));
  };
}
