/**
 * Webhooks. Keys:
 *
 * | item         | pk                   | sk           |
 * |--------------|----------------------|--------------|
 * | webhook      | `WEBHOOKS#<channel>` | `HOOK#<id>`  |
 * | note         | `WEBHOOKS#<channel>` | `OFF#<id>`, `CHANGED#<id>` |
 *
 * The channel's item lists them with their events (`webhook-events/`). A note is written with `is_fresh`, so that the table's
 * stream brings it to the Lambda `news`: of a webhook that the sender has switched off, which corrects the channel's list and
 * mails the owner; and of one that its owner has changed, which is tried at once.
 */
import { WEBHOOK_DELIVERY_KEPT_MS } from '#shared/limits.ts';
import { seconds } from '#functions/base/seconds.ts';

export const webhooksPartition = (channelId: string): string => `WEBHOOKS#${channelId}`;
export const webhookKey = (channelId: string, id: string) => ({
  pk: webhooksPartition(channelId),
  sk: `HOOK#${id}`,
});

/** Of counters, because the sender may write no others. */
export const webhookRatePartition = (key: string): string => `WEBHOOK_RATE#${key}`;

/** Of one kind the latest is enough. */
export const noteItem = (kind: 'OFF#' | 'CHANGED#', channelId: string, id: string, nowMs: number) => ({
  pk: webhooksPartition(channelId),
  sk: kind + id,
  is_fresh: 'yes',
  expires_at: seconds(nowMs + WEBHOOK_DELIVERY_KEPT_MS),
});
