import type { ChannelEvent, ListEvent } from '../../shared/live/channel-events.ts';
import { channelTopic, LISTS_TOPIC } from '../../shared/plain/topics.ts';
import { batchesOf } from './batches.ts';
import type { AnnouncePorts, PageEvent, WaitingEvent } from './ports.ts';

/** A channel is published to at most once in this time; who listens pays with as much delay, and AppSync bills less. */
export const PUBLISH_INTERVAL_MS = 500;
/** Whoever was to publish what has waited for so long has died on the way, or found AppSync away. */
const ABANDONED_MS = 2000;
/** Open pages ask by themselves after that: what could not be published for so long, they know. */
const KEPT_MS = 10 * 60_000;
/** Of a busy chat, so that what waits stays small: the last ones. */
const MAX_KEPT = 100;
const DUE_AT_ONCE = 50;
/** Under which those wait that are for all lists. */
const LISTS = 'LISTS';

/**
 * Tells those who have a channel open what has happened in it. Never throws: what they miss they learn by asking.
 *
 * An event is put to those that wait; whose is the first of them publishes all, as soon as the last publishing is half a
 * second ago, and the others need not stay. What AppSync does not take is put back: it goes with what comes two seconds
 * later, or else by the tick.
 */
export const announceToChannel = (
  ports: AnnouncePorts,
  channelId: string,
  event: ChannelEvent,
): Promise<void> => announce(ports, audienceOf(channelId), event);

/** The same for those who see lists of channels. */
export const announceToLists = (ports: AnnouncePorts, event: ListEvent): Promise<void> =>
  announce(ports, audienceOf(LISTS), event);

interface Audience {
  /** Under which events wait for it. */
  readonly of: string;
  readonly topic: string;
}

async function announce(ports: AnnouncePorts, to: Audience, event: PageEvent): Promise<void> {
  try {
    await enqueueAndPublish(ports, to, event);
  } catch (error) {
    ports.onFailure(error);
  }
}

async function enqueueAndPublish(ports: AnnouncePorts, to: Audience, event: PageEvent): Promise<void> {
  const { batches, clock, sleep } = ports;
  const nowMs = clock();
  const added = await batches.add(to.of, event, nowMs);
  // The caller that should have published those events failed; without this the item would stay full.
  if (added === 'full') return publishWaiting(ports, to, [{ event, sinceMs: nowMs }]);
  const { isFirst, awaitedMs, publishedMs } = added;
  if (!isFirst && nowMs - awaitedMs < ABANDONED_MS) return;
  const dueInMs = publishedMs + PUBLISH_INTERVAL_MS - nowMs;
  // Never longer, whatever another's clock has written.
  if (dueInMs > 0) await sleep(Math.min(dueInMs, PUBLISH_INTERVAL_MS));
  await publishWaiting(ports, to);
}

/** Publishes what waits, and then `more`. */
async function publishWaiting(
  ports: AnnouncePorts,
  { of, topic }: Audience,
  more: readonly WaitingEvent[] = [],
): Promise<void> {
  const { batches, publish, clock } = ports;
  const waiting = [...(await batches.take(of, clock())), ...more];
  if (waiting.length === 0) return;
  try {
    await publish(topic, batchesOf(waiting.map(({ event }) => event)));
  } catch (error) {
    await putBack(ports, of, waiting);
    throw error;
  }
}

async function putBack({ batches, clock }: AnnouncePorts, of: string, waiting: readonly WaitingEvent[]) {
  const nowMs = clock();
  const kept = waiting.filter(({ sinceMs }) => nowMs - sinceMs < KEPT_MS).slice(-MAX_KEPT);
  if (kept.length > 0) await batches.putBack(of, kept, nowMs, nowMs + ABANDONED_MS);
}

/** The tick: what was put back, and nothing came after it that would have taken it along. Failures are told, as above. */
export async function announceOverdue(ports: AnnouncePorts): Promise<void> {
  const due = await ports.batches.listDue(ports.clock(), DUE_AT_ONCE);
  await Promise.all(due.map((of) => publishWaiting(ports, audienceOf(of)).catch(ports.onFailure)));
}

const audienceOf = (of: string): Audience => ({ of, topic: of === LISTS ? LISTS_TOPIC : channelTopic(of) });
