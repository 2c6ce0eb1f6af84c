import { decodeTime, ulid } from 'ulid';
import { MAX_WEBHOOKS, WEBHOOK_DELIVERIES_LISTED, WEBHOOK_RETRIED_MS } from '#shared/limits.ts';
import type {
  NewWebhook,
  Webhook,
  WebhookBody,
  WebhookChange,
  WebhookDelivery,
} from '#shared/people/webhooks.ts';
import { DISCORD_EVENTS, WEBHOOK_TEST } from '#shared/plain/webhooks.ts';
import { DomainError, notFound, requireFound } from '#functions/base/errors.ts';
import { type DoneItem, type PendingItem, storedEvent } from '#functions/webhook-events/index.ts';
import { newSecret } from './sending/signature.ts';
import type { DeliveriesRepository } from './table/deliveries.repository.ts';
import { toWebhook, type WebhookItem } from './webhook.ts';
import type { WebhooksRepository } from './table/webhooks.repository.ts';
import { addressRefusal } from './webhook-address.ts';

export interface WebhooksDeps {
  readonly webhooks: WebhooksRepository;
  readonly deliveries: DeliveriesRepository;
  /** Allows private addresses, for development. */
  readonly allowsPrivate: boolean;
  readonly clock: () => number;
}

/** A webhook's deliveries are deleted with it for as long; the rest expires. */
const REMOVAL_MS = 3000;

/** Oldest first. */
export const listWebhooks = async ({ webhooks }: WebhooksDeps, channelId: string): Promise<Webhook[]> =>
  (await webhooks.list(channelId)).map(toWebhook);

/** Throws `invalid_request` for an address that is not public, `conflict` for one webhook too many, and `not_found`. */
export async function createWebhook(
  { webhooks, allowsPrivate, clock }: WebhooksDeps,
  channelId: string,
  { kind, url, events }: WebhookBody,
): Promise<NewWebhook> {
  requireAddress(url, allowsPrivate);
  const nowMs = clock();
  const item: WebhookItem = {
    id: ulid(nowMs),
    channel_id: channelId,
    kind,
    url,
    events: [...new Set(events)],
    secret: newSecret(),
    state: 'on',
    created_at: new Date(nowMs).toISOString(),
  };
  const outcome = await webhooks.create(item);
  if (outcome === 'no channel') throw notFound('channel');
  if (outcome === 'too many') throw new DomainError('conflict', 'too_many_webhooks', { max: MAX_WEBHOOKS });
  return { secret: item.secret, webhook: toWebhook(item) };
}

/** Throws as `createWebhook`. */
export async function changeWebhook(
  { webhooks, allowsPrivate, clock }: WebhooksDeps,
  channelId: string,
  id: string,
  { url, events, is_on }: WebhookChange,
): Promise<Webhook> {
  requireAddress(url, allowsPrivate);
  const { kind } = requireFound(await webhooks.find(channelId, id), 'webhook');
  if (kind === 'discord' && !events.every((event) => DISCORD_EVENTS.includes(event)))
    throw new DomainError('invalid_request', 'discord_events', { field: 'events' });
  const fields = { url, events: [...new Set(events)], state: is_on ? 'on' : 'off' } as const;
  return toWebhook(requireFound(await webhooks.change(channelId, id, fields, clock()), 'webhook'));
}

export async function renewSecret(
  { webhooks, clock }: WebhooksDeps,
  channelId: string,
  id: string,
): Promise<NewWebhook> {
  const secret = newSecret();
  const webhook = requireFound(await webhooks.change(channelId, id, { secret }, clock()), 'webhook');
  return { secret, webhook: toWebhook(webhook) };
}

export async function deleteWebhook(
  { webhooks, clock }: WebhooksDeps,
  channelId: string,
  id: string,
): Promise<void> {
  const untilMs = clock() + REMOVAL_MS;
  if (!(await webhooks.remove(channelId, id, () => clock() < untilMs))) throw notFound('webhook');
}

/** Throws `conflict` for a webhook that is off. */
export async function sendTest(deps: WebhooksDeps, channelId: string, id: string): Promise<void> {
  await requireOn(deps, channelId, id);
  const channel = requireFound(await deps.webhooks.findChannel(channelId), 'channel');
  const nowMs = deps.clock();
  const eventId = ulid(nowMs);
  const place = { channelId, webhookId: id, id: eventId };
  const event = storedEvent(channel, eventId, { type: WEBHOOK_TEST, data: {} }, nowMs);
  await deps.deliveries.add(place, event, nowMs);
}

/** Throws `conflict` for a webhook that is off. */
export async function sendAgain(
  deps: WebhooksDeps,
  channelId: string,
  webhookId: string,
  deliveryId: string,
): Promise<void> {
  await requireOn(deps, channelId, webhookId);
  const done = requireFound(await deps.deliveries.findDone(channelId, webhookId, deliveryId), 'delivery');
  const nowMs = deps.clock();
  await deps.deliveries.add({ channelId, webhookId, id: ulid(nowMs) }, done, nowMs);
}

async function requireOn({ webhooks }: WebhooksDeps, channelId: string, id: string): Promise<void> {
  const { state } = requireFound(await webhooks.find(channelId, id), 'webhook');
  if (state !== 'on') throw new DomainError('conflict', 'webhook_is_off');
}

function requireAddress(url: string, allowsPrivate: boolean): void {
  const refusal = addressRefusal(url, allowsPrivate);
  if (refusal) throw new DomainError('invalid_request', refusal, { field: 'url' });
}

/** Newest first. */
export async function listDeliveries(
  { webhooks, deliveries, clock }: WebhooksDeps,
  channelId: string,
  webhookId: string,
): Promise<WebhookDelivery[]> {
  const webhook = requireFound(await webhooks.find(channelId, webhookId), 'webhook');
  const { pending, done } = await deliveries.list(channelId, webhookId);
  const nowMs = clock();
  return [
    ...pending.map((item) => toDelivery(item, waitingState(webhook, item, nowMs))),
    ...done.map((item: DoneItem) => toDelivery(item, item.is_delivered ? 'delivered' : 'failed')),
  ]
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, WEBHOOK_DELIVERIES_LISTED);
}

/** What waits for a webhook that is off, or for too long, is not sent any more. */
function waitingState({ state }: WebhookItem, item: PendingItem, nowMs: number): 'pending' | 'failed' {
  const isLate = decodeTime(idOf(item)) + WEBHOOK_RETRIED_MS < nowMs;
  return state === 'on' && !isLate ? 'pending' : 'failed';
}

const idOf = ({ sk }: PendingItem): string => sk.slice(sk.lastIndexOf('#') + 1);

const toDelivery = (item: PendingItem, state: WebhookDelivery['state']): WebhookDelivery => ({
  id: idOf(item),
  message_id: item.message_id,
  type: item.type,
  created_at: item.at,
  state,
  attempts: item.attempts ?? 0,
  status: item.latest?.status ?? null,
  error: item.latest?.error ?? null,
  duration_ms: item.latest?.duration_ms ?? null,
});
