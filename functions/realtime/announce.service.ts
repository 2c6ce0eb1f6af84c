import type { ChannelEvent, ListEvent } from '#shared/live/channel-events.ts';
import { eachAtOnce } from '#functions/base/async/at-once.ts';
import { channelTopic, LISTS_TOPIC } from '#shared/plain/topics.ts';
import type { AnnounceDeps, HandedOver } from './announce.adapters.ts';
import { batchesOf, type PageEvent } from './batches.ts';
import type { DueAudience, WaitingEvent } from './batches.repository.ts';
import { MAX_PUBLISH_INTERVAL_MS, publishIntervalMs } from './publish-interval.ts';

/** How long a caller waits itself. */
const WAIT_MS = 50;
/** A publication that is later than this has failed, and another caller publishes the waiting events. */
const GRACE_MS = 1500;
/** Minimum time after a refusal until waiting events are published again. */
const RETRY_MS = 2000;
/** Older events are dropped, because pages poll and have seen the change. */
const KEPT_MS = 10 * 60_000;
/** Only the latest events are put back, because a DynamoDB item has at most 400 KB. */
const MAX_KEPT = 100;
/** Of one tick: a note for each channel with events in the last minute. */
const MAX_DUE = 2000;
const DUE_AT_ONCE = 25;
/**
 * Waiting events of this total size are published immediately: an append pays for all waiting events, and AppSync bills
 * every five kilobytes as a publication anyway.
 */
const FULL_BYTES = 5000;
/** The audience id of the events for all lists of channels. */
const LISTS = 'LISTS';

/**
 * Publishes an event to the open pages of a channel. Never throws, because pages also poll. The caller that adds the
 * first waiting event publishes all of them when the audience's interval has passed, or delegates it; events that
 * AppSync refuses are published later. `viewers`: their number, by default that in the event.
 */
export const announceToChannel = (
  ports: AnnounceDeps,
  channelId: string,
  event: ChannelEvent,
  viewers?: number,
): Promise<void> => announce(ports, audienceOf(channelId), event, viewers);

/** Like `announceToChannel`, for the pages that list channels. */
export const announceToLists = (ports: AnnounceDeps, event: ListEvent): Promise<void> =>
  announce(ports, audienceOf(LISTS), event);

interface Audience {
  /** A channel's id, or `LISTS`. */
  readonly id: string;
  readonly topic: string;
}

async function announce(
  ports: AnnounceDeps,
  to: Audience,
  event: PageEvent,
  counted?: number,
): Promise<void> {
  try {
    await enqueueAndPublish(ports, to, event, counted);
  } catch (error) {
    ports.onFailure(error);
  }
}

async function enqueueAndPublish(
  ports: AnnounceDeps,
  to: Audience,
  event: PageEvent,
  counted?: number,
): Promise<void> {
  const { batches, clock, sleep } = ports;
  const nowMs = clock();
  const added = await batches.add(to.id, event, nowMs, counted);
  // The caller that should have published those events failed; without this the item would stay full.
  if (added === 'full') return publishWaiting(ports, to, { more: [{ event, sinceMs: nowMs }] });
  const { isFirst, isEarly, isPutBack, bytes, awaitedMs, publishedMs, viewers } = added;
  // The writer of the first event, or another invocation, still publishes what comes in this interval.
  if (bytes >= FULL_BYTES && !isPutBack) return publishWaiting(ports, to, { isEarly: isEarly || !isFirst });
  // All pages that list channels are one audience, which is not counted.
  const intervalMs = to.id === LISTS ? MAX_PUBLISH_INTERVAL_MS : publishIntervalMs(viewers);
  if ((!isFirst || isEarly) && nowMs - awaitedMs < intervalMs + GRACE_MS) return;
  // Limits the wait, because another server's clock may be ahead.
  const dueInMs = Math.min(publishedMs - nowMs, 0) + intervalMs;
  if (dueInMs > WAIT_MS && (await isHandedOver(ports, { id: to.id, dueMs: nowMs + dueInMs }))) return;
  if (dueInMs > 0) await sleep(dueInMs);
  await publishWaiting(ports, to);
}

async function isHandedOver({ handOver, onFailure }: AnnounceDeps, due: HandedOver): Promise<boolean> {
  if (!handOver) return false;
  try {
    await handOver(due);
    return true;
  } catch (error) {
    onFailure(error);
    return false;
  }
}

/** Never throws: events that AppSync refuses are published later. */
export async function publishHandedOver(ports: AnnounceDeps, { id, dueMs }: HandedOver): Promise<void> {
  const dueInMs = Math.min(dueMs - ports.clock(), MAX_PUBLISH_INTERVAL_MS);
  if (dueInMs > 0) await ports.sleep(dueInMs);
  await publishWaiting(ports, audienceOf(id)).catch(ports.onFailure);
}

async function publishWaiting(
  ports: AnnounceDeps,
  { id, topic }: Audience,
  { more = [], isEarly = false }: { more?: readonly WaitingEvent[]; isEarly?: boolean } = {},
): Promise<void> {
  const { batches, publish, clock } = ports;
  const waiting = [...(await batches.take(id, clock(), isEarly)), ...more];
  if (waiting.length === 0) return;
  try {
    await publish(topic, batchesOf(waiting.map(({ event }) => event)));
  } catch (error) {
    await putBack(ports, id, waiting);
    throw error;
  }
}

async function putBack({ batches, clock }: AnnounceDeps, id: string, waiting: readonly WaitingEvent[]) {
  const nowMs = clock();
  const kept = waiting.filter(({ sinceMs }) => nowMs - sinceMs < KEPT_MS).slice(-MAX_KEPT);
  if (kept.length > 0) await batches.putBack(id, kept, nowMs, nowMs + RETRY_MS);
}

/**
 * Scheduled every minute: publishes events that were put back, and those whose publisher has died. Never throws for a failed
 * publication.
 */
export async function announceOverdue(ports: AnnounceDeps): Promise<void> {
  const due = await ports.batches.listDue(ports.clock(), MAX_DUE);
  const work = (audience: DueAudience) => publishDue(ports, audience).catch(ports.onFailure);
  await eachAtOnce(due, { atOnce: DUE_AT_ONCE, failed: String }, work);
}

async function publishDue(ports: AnnounceDeps, { id, isNote }: DueAudience): Promise<void> {
  const { batches, clock } = ports;
  if (!isNote) return publishWaiting(ports, audienceOf(id));
  const nowMs = clock();
  const sinceMs = await batches.awaitedSince(id);
  // Younger events have a note of their own, or one that is due later.
  if (sinceMs !== null && nowMs - sinceMs > MAX_PUBLISH_INTERVAL_MS + GRACE_MS)
    await publishWaiting(ports, audienceOf(id));
  await batches.removeNote(id, nowMs);
}

const audienceOf = (id: string): Audience => ({ id, topic: id === LISTS ? LISTS_TOPIC : channelTopic(id) });
