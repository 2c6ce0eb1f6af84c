import type { ChannelEvent, ListEvent } from '../../shared/channel-events.ts';
import { channelTopic, LISTS_TOPIC } from '../../shared/plain/topics.ts';
import { batchesOf } from './batches.ts';
import type { AnnouncePorts, News } from './ports.ts';

/** A channel is published to at most once in this time; who listens pays with as much delay, and AppSync bills less. */
export const PUBLISH_INTERVAL_MS = 500;
/** Whoever was to publish what has waited for so long has died on the way. */
const ABANDONED_MS = 2000;
/** Under which those wait that are for all lists. */
const LISTS = 'LISTS';

/**
 * Tells those who have a channel open what has happened in it. Never throws: what they miss they learn by asking.
 *
 * An event is put to those that wait; whose is the first of them publishes all, as soon as the last publishing is half a
 * second ago, and the others need not stay.
 */
export const announceToChannel = (
  ports: AnnouncePorts,
  channelId: string,
  event: ChannelEvent,
): Promise<void> => announce(ports, { of: channelId, topic: channelTopic(channelId) }, event);

/** The same for those who see lists of channels. */
export const announceToLists = (ports: AnnouncePorts, event: ListEvent): Promise<void> =>
  announce(ports, { of: LISTS, topic: LISTS_TOPIC }, event);

interface Audience {
  /** Under which events wait for it. */
  readonly of: string;
  readonly topic: string;
}

async function announce(ports: AnnouncePorts, to: Audience, event: News): Promise<void> {
  try {
    await tell(ports, to, event);
  } catch (error) {
    ports.onFailure(error);
  }
}

async function tell(ports: AnnouncePorts, { of, topic }: Audience, event: News): Promise<void> {
  const { batches, publish, clock, sleep } = ports;
  const nowMs = clock();
  const { isFirst, oldestMs, publishedMs } = await batches.add(of, event, nowMs);
  if (!isFirst && nowMs - oldestMs < ABANDONED_MS) return;
  const dueInMs = publishedMs + PUBLISH_INTERVAL_MS - nowMs;
  // Never longer, whatever another's clock has written.
  if (dueInMs > 0) await sleep(Math.min(dueInMs, PUBLISH_INTERVAL_MS));
  const events = await batches.take(of, clock());
  if (events.length > 0) await publish(topic, batchesOf(events));
}
