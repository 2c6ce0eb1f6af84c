import { decodeTime } from 'ulid';
import { WEBHOOK_RETRIED_MS } from '#shared/limits.ts';
import type { Attempted, LeasedWebhook, WaitingEvent } from '../table/sender.repository.ts';
import { bodyOf } from './message.ts';
import { nextAttemptMs } from './retries.ts';
import type { SenderDeps, Wake } from './sending.ts';
import { signedHeaders } from './signature.ts';

/** Shorter than the queue hides a message, so that a repeated message finds a dead sender's webhook free. */
export const LEASE_MS = 60_000;
/** No request begins later: with its five seconds and the writes it ends before the lease. */
export const SENDING_MS = 30_000;
/** SQS's maximum. */
const MAX_DELAY_S = 900;
const PAGE = 25;
/** Of 410 the address itself says that it wants no more (RFC 9110 §15.5.11). */
const GONE = 410;

/**
 * Sends what waits for a webhook, in order, one at a time. An event stays until its delivery is stored, so a crash may repeat
 * it with the same id. After a failure the webhook waits, with all its events.
 */
export async function sendWaiting(deps: SenderDeps, wake: Wake): Promise<void> {
  const { webhooks, queue, clock } = deps;
  const nowMs = clock();
  const webhook = await webhooks.lease(wake.channelId, wake.webhookId, nowMs, nowMs + LEASE_MS);
  if (!webhook) return waitOn(deps, wake);
  const outcome = await sendInTurn(deps, webhook, nowMs + SENDING_MS);
  if (outcome === 'stopped') return;
  await webhooks.release(webhook);
  // An event that came meanwhile has found the webhook leased, and its message is gone.
  const hasMore = outcome === 'late' || (await webhooks.waiting(webhook, 1)).length > 0;
  if (hasMore) await queue.send({ channelId: wake.channelId, webhookId: wake.webhookId });
}

/** A message that came before its attempt is due is queued again, because SQS delays by a quarter of an hour at most. */
async function waitOn({ webhooks, queue, clock }: SenderDeps, wake: Wake): Promise<void> {
  const { channelId, webhookId, dueMs } = wake;
  if (dueMs === undefined || dueMs <= clock()) return;
  const webhook = await webhooks.find(channelId, webhookId);
  if (webhook?.state !== 'on' || webhook.next_attempt_ms !== dueMs) return;
  await queue.send(wake, delayUntil(dueMs, clock()));
}

const delayUntil = (dueMs: number, nowMs: number): number =>
  Math.min(MAX_DELAY_S, Math.max(0, Math.ceil((dueMs - nowMs) / 1000)));

/** `late`: more may wait. `stopped`: the webhook waits, is off, or is another sender's. */
type Outcome = 'empty' | 'late' | 'stopped';

async function sendInTurn(deps: SenderDeps, leased: LeasedWebhook, untilMs: number): Promise<Outcome> {
  let webhook = leased;
  for (;;) {
    const events = await deps.webhooks.waiting(webhook, PAGE);
    if (events.length === 0) return 'empty';
    for (const event of events) {
      if (deps.clock() >= untilMs) return 'late';
      const after = await handleEvent(deps, webhook, event);
      if (!after) return 'stopped';
      webhook = after;
    }
  }
}

/** The webhook as it is after the event; `null` if the next event must wait. */
async function handleEvent(
  deps: SenderDeps,
  webhook: LeasedWebhook,
  event: WaitingEvent,
): Promise<LeasedWebhook | null> {
  const { webhooks, post, spend, clock } = deps;
  if (decodeTime(event.id) + WEBHOOK_RETRIED_MS < clock())
    return (await webhooks.drop(webhook, event, clock())) ? webhook : null;
  const refusedUntilMs = await spend(webhook.channel_id);
  if (refusedUntilMs !== null) {
    await waitUntil(deps, webhook, { next_attempt_ms: refusedUntilMs });
    return null;
  }
  const latest = await post(messageOf(deps, webhook, event));
  const { status = 0 } = latest;
  if (status >= 200 && status < 300) {
    const { failures: _, failing_since_ms: __, ...recovered } = webhook;
    return (await webhooks.deliver(webhook, { event, latest }, clock())) ? recovered : null;
  }
  await onFailure(deps, webhook, { event, latest });
  return null;
}

function messageOf(
  { siteUrl, clock }: SenderDeps,
  { url, kind, secret }: LeasedWebhook,
  event: WaitingEvent,
) {
  const body = bodyOf(kind, event, siteUrl);
  const headers = kind === 'discord' ? {} : signedHeaders(secret, event.message_id, body, clock());
  return { url, headers, body };
}

async function onFailure(deps: SenderDeps, webhook: LeasedWebhook, failed: Attempted): Promise<void> {
  const { webhooks, clock, random } = deps;
  const nowMs = clock();
  if (failed.latest.status === GONE) return void (await webhooks.switchOff(webhook, 'gone', failed, nowMs));
  const { failures = 0, failing_since_ms: sinceMs = nowMs } = webhook;
  const nextMs = nextAttemptMs({ failures: failures + 1, sinceMs }, nowMs, random());
  if (nextMs === null) return void (await webhooks.switchOff(webhook, 'failed', failed, nowMs));
  const state = { failures: failures + 1, failing_since_ms: sinceMs, next_attempt_ms: nextMs };
  await waitUntil(deps, webhook, state, failed);
}

/** Queues the next attempt first: a message without a postponed webhook does no harm. */
async function waitUntil(
  { webhooks, queue, clock }: SenderDeps,
  webhook: LeasedWebhook,
  state: Parameters<typeof webhooks.postpone>[1] & { readonly next_attempt_ms: number },
  failed?: Attempted,
): Promise<void> {
  const { channel_id: channelId, id: webhookId } = webhook;
  const dueMs = state.next_attempt_ms;
  await queue.send({ channelId, webhookId, dueMs }, delayUntil(dueMs, clock()));
  await webhooks.postpone(webhook, state, failed);
}
