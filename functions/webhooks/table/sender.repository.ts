/** What the Lambda that sends reads and writes: nothing but webhooks and their events. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { WEBHOOK_DELIVERY_KEPT_MS } from '#shared/limits.ts';
import type { WebhookState } from '#shared/plain/webhooks.ts';
import { nullOn } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryPage } from '#functions/aws/table/read-items.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment, transact, updateItem, type Values } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import {
  type Attempt,
  eventKey,
  eventsPartition,
  DONE,
  PENDING,
  type PendingItem,
} from '#functions/webhook-events/index.ts';
import type { WebhookItem } from '../webhook.ts';
import { noteItem, webhookKey } from './webhook.item.ts';

/** A webhook on which this sender works. */
export interface LeasedWebhook extends WebhookItem {
  readonly lease_until_ms: number;
}

export interface WaitingEvent extends PendingItem {
  readonly id: string;
}

export interface Attempted {
  readonly event: WaitingEvent;
  readonly latest: Attempt;
}

export type SenderRepository = ReturnType<typeof senderRepository>;

/** Every write requires the lease, so that of two senders one stops. Each returns false where the lease is lost. */
export const senderRepository = (table: Table) => ({
  find: (channelId: string, id: string) => getItem<WebhookItem>(table, webhookKey(channelId, id)),
  /** `null` while another sender works, before the next attempt is due, and for a webhook that is off. */
  lease: async (channelId: string, id: string, nowMs: number, untilMs: number) => {
    const condition = {
      if:
        '#state = :on AND (attribute_not_exists(lease_until_ms) OR lease_until_ms <= :now)' +
        ' AND (attribute_not_exists(next_attempt_ms) OR next_attempt_ms <= :now)',
      names: { '#state': 'state' },
      values: { ':on': 'on' satisfies WebhookState, ':now': nowMs },
    };
    const update = assignment(table, webhookKey(channelId, id), { lease_until_ms: untilMs }, condition);
    const send = () => table.client.send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' }));
    const leased = await nullOn(['ConditionalCheckFailedException'], send);
    return leased && (leased.Attributes as LeasedWebhook);
  },
  /** Oldest first. */
  waiting: async ({ channel_id: channelId, id }: WebhookItem, limit: number): Promise<WaitingEvent[]> => {
    const of = `${PENDING}${id}#`;
    const { items } = await queryPage<PendingItem>(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :of)',
      ExpressionAttributeValues: { ':pk': eventsPartition(channelId), ':of': of },
      ConsistentRead: true,
      Limit: limit,
    });
    return items.map((item) => ({ ...item, id: item.sk.slice(of.length) }));
  },
  release: (webhook: LeasedWebhook): Promise<boolean> =>
    updateItem(table, keyOf(webhook), { lease_until_ms: undefined }, isOurs(webhook)),
  /** An event is delivered: the webhook has recovered. */
  deliver: (webhook: LeasedWebhook, attempted: Attempted, nowMs: number) =>
    transact(table, [
      own(table, webhook, { failures: undefined, failing_since_ms: undefined, next_attempt_ms: undefined }),
      ...finish(table, webhook, after(attempted), true, nowMs),
    ]),
  /** An event has waited for too long. */
  drop: (webhook: LeasedWebhook, event: WaitingEvent, nowMs: number) => {
    const { attempts = 0, latest = { error: 'expired', duration_ms: 0 } } = event;
    return transact(table, [
      own(table, webhook, { lease_until_ms: webhook.lease_until_ms }),
      ...finish(table, webhook, { ...event, attempts, latest }, false, nowMs),
    ]);
  },
  /** Releases the webhook until its next attempt; with the attempt that has failed, if one has. */
  postpone: (
    webhook: LeasedWebhook,
    state: Pick<WebhookItem, 'failures' | 'failing_since_ms' | 'next_attempt_ms'>,
    failed?: Attempted,
  ) =>
    transact(table, [
      own(table, webhook, { ...state, lease_until_ms: undefined }),
      ...(failed ? [attemptWrite(table, webhook, after(failed))] : []),
    ]),
  /** With the event whose attempt was the last one. */
  switchOff: (webhook: LeasedWebhook, state: Exclude<WebhookState, 'on'>, failed: Attempted, nowMs: number) =>
    transact(table, [
      own(table, webhook, { state, lease_until_ms: undefined, next_attempt_ms: undefined }),
      ...finish(table, webhook, after(failed), false, nowMs),
      { Put: { TableName: table.TableName, Item: noteItem('OFF#', webhook.channel_id, webhook.id, nowMs) } },
    ]),
});

const keyOf = ({ channel_id, id }: WebhookItem) => webhookKey(channel_id, id);

const own = (table: Table, webhook: LeasedWebhook, fields: Values): Write => ({
  Update: assignment(table, keyOf(webhook), fields, isOurs(webhook)),
});

const isOurs = ({ lease_until_ms }: LeasedWebhook) => ({
  if: 'lease_until_ms = :lease',
  values: { ':lease': lease_until_ms },
});

type TriedEvent = WaitingEvent & Required<Pick<WaitingEvent, 'attempts' | 'latest'>>;

const after = ({ event, latest }: Attempted): TriedEvent => ({
  ...event,
  attempts: (event.attempts ?? 0) + 1,
  latest,
});

/** Moves an event from those that wait to the finished ones. */
function finish(
  { TableName }: Table,
  { channel_id, id: webhookId }: WebhookItem,
  { id, message_id, type, at, data, attempts, latest }: TriedEvent,
  is_delivered: boolean,
  nowMs: number,
): Write[] {
  const Item = {
    ...eventKey(DONE, channel_id, webhookId, id),
    message_id,
    type,
    at,
    data,
    attempts,
    latest,
    is_delivered,
    expires_at: seconds(nowMs + WEBHOOK_DELIVERY_KEPT_MS),
  };
  return [
    { Delete: { TableName, Key: eventKey(PENDING, channel_id, webhookId, id) } },
    { Put: { TableName, Item } },
  ];
}

function attemptWrite(table: Table, webhook: WebhookItem, { id, attempts, latest }: TriedEvent): Write {
  const key = eventKey(PENDING, webhook.channel_id, webhook.id, id);
  const isThere = { if: 'attribute_exists(pk)' };
  return { Update: assignment(table, key, { attempts, latest, is_fresh: undefined }, isThere) };
}
