/**
 * Events that wait for a webhook. Keys:
 *
 * | item      | pk                        | sk                           |
 * |-----------|---------------------------|------------------------------|
 * | waiting   | `WEBHOOK_EVENTS#<channel>`| `PENDING#<webhook>#<id>`     |
 * | finished  | the same                  | `DONE#<webhook>#<id>`        |
 *
 * An event is written in the transaction of its cause, once for each webhook that has chosen it, with `is_fresh`: the table's
 * stream then wakes the webhook's sender. The channel's item says which webhooks have chosen what, so that an event without
 * one costs nothing. Ids are ULIDs, so that a query returns a webhook's events in order.
 */
import { ulid } from 'ulid';
import { WEBHOOK_DELIVERY_KEPT_MS } from '#shared/limits.ts';
import type { DeliveryError, WebhookEventType, WebhookMessageType } from '#shared/plain/webhooks.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { seconds } from '#functions/base/seconds.ts';

/** What a channel's item says of its webhooks. */
export interface SubscribedChannel {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  /** The chosen events by webhook; none while it is off. */
  readonly webhooks?: Readonly<Record<string, readonly WebhookEventType[]>> | undefined;
}

export interface WebhookEvent {
  readonly type: WebhookMessageType;
  /** What happened, as the message has it; values of `url` and `picture` are paths of the site. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** As an item has it. */
export interface StoredEvent {
  /** The header `webhook-id`. */
  readonly message_id: string;
  readonly type: WebhookMessageType;
  /** When it happened, ISO 8601. */
  readonly at: string;
  /** As JSON, because the table does not keep the order of a map, and each attempt has the same body. */
  readonly data: string;
}

/** The result of the latest attempt. */
export interface Attempt {
  readonly status?: number | undefined;
  readonly error?: DeliveryError | undefined;
  readonly duration_ms: number;
}

export interface PendingItem extends StoredEvent {
  readonly sk: string;
  readonly attempts?: number;
  readonly latest?: Attempt;
}

export interface DoneItem extends PendingItem {
  readonly latest: Attempt;
  readonly is_delivered: boolean;
}

export const PENDING = 'PENDING#';
export const DONE = 'DONE#';
type Stage = typeof PENDING | typeof DONE;

export const eventsPartition = (channelId: string): string => `WEBHOOK_EVENTS#${channelId}`;

export const eventKey = (stage: Stage, channelId: string, webhookId: string, id: string) => ({
  pk: eventsPartition(channelId),
  sk: `${stage}${webhookId}#${id}`,
});

interface NewEvent extends WebhookEvent {
  /** @default a new one of this time */
  readonly id?: string | undefined;
}

/** Writes an event for each webhook that has chosen it: at most five. */
export function webhookEventWrites(
  { TableName }: Table,
  channel: SubscribedChannel,
  { id, type, data }: NewEvent,
  nowMs = Date.now(),
): Write[] {
  const chosen = Object.entries(channel.webhooks ?? {}).filter(([, events]) =>
    (events as readonly string[]).includes(type),
  );
  if (chosen.length === 0) return [];
  const message_id = id ?? ulid(nowMs);
  const event = storedEvent(channel, message_id, { type, data }, nowMs);
  return chosen.map(([webhookId]) => {
    const Item = pendingItem({ channelId: channel.id, webhookId, id: message_id }, event, nowMs);
    return { Put: { TableName, Item } };
  });
}

export const storedEvent = (
  channel: SubscribedChannel,
  message_id: string,
  { type, data }: WebhookEvent,
  nowMs: number,
): StoredEvent => ({
  message_id,
  type,
  at: new Date(nowMs).toISOString(),
  data: JSON.stringify({ channel: channelData(channel), ...data }),
});

const channelData = ({ id, username, display_name }: SubscribedChannel) => ({
  id,
  username,
  display_name,
  url: `/channel/${username}`,
});

interface Place {
  readonly channelId: string;
  readonly webhookId: string;
  /** Orders it among those that wait; from then on it is tried for a day. */
  readonly id: string;
}

export const pendingItem = (
  { channelId, webhookId, id }: Place,
  { message_id, type, at, data }: StoredEvent,
  nowMs: number,
) => ({
  ...eventKey(PENDING, channelId, webhookId, id),
  is_fresh: 'yes',
  message_id,
  type,
  at,
  data,
  expires_at: seconds(nowMs + WEBHOOK_DELIVERY_KEPT_MS),
});
