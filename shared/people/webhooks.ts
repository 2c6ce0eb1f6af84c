/** Webhooks: a channel's events, sent to its owner's programs. Not in the specification. */
import * as z from 'zod/mini';
import { count, described, entity, Id, notEmpty, text, Timestamp } from '../base/fields.ts';
import { broken } from '../base/errors.ts';
import { routes } from '../base/route.ts';
import { WEBHOOK_URL_MAX_LENGTH } from '../limits.ts';
import {
  DELIVERY_ERRORS,
  DISCORD_EVENTS,
  WEBHOOK_EVENTS,
  WEBHOOK_KINDS,
  WEBHOOK_STATES,
  WEBHOOK_TEST,
} from '../plain/webhooks.ts';

const Url = described(
  text().check(notEmpty(), z.maxLength(WEBHOOK_URL_MAX_LENGTH)),
  'A public `https` address on port 443 or 8443',
);
const Events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .check(z.minLength(1, broken('no_webhook_events')), z.maxLength(WEBHOOK_EVENTS.length));

/** A webhook without its secret. */
export const Webhook = entity('Webhook', {
  id: Id,
  kind: z.enum(WEBHOOK_KINDS),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  state: described(
    z.enum(WEBHOOK_STATES),
    '`failed`: switched off after a day without a success; `gone`: its address answered 410',
  ),
  created_at: Timestamp,
  failing_since: described(z.nullable(Timestamp), 'null: the latest attempt succeeded'),
});
export type Webhook = z.infer<typeof Webhook>;

export const NewWebhook = entity('NewWebhook', {
  secret: described(z.string(), 'Given this once: `whsec_` and base64, by which messages are signed'),
  webhook: Webhook,
});
export type NewWebhook = z.infer<typeof NewWebhook>;

export const WebhookDelivery = entity('WebhookDelivery', {
  id: Id,
  message_id: described(z.string(), 'The header `webhook-id`, the same for each attempt and repetition'),
  type: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
  created_at: Timestamp,
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: count(),
  status: described(z.nullable(z.int()), 'The HTTP status of the latest attempt; null: no answer'),
  error: z.nullable(z.enum(DELIVERY_ERRORS)),
  duration_ms: z.nullable(count()),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const isWritable = ({
  kind,
  events,
}: {
  readonly kind: string;
  readonly events: readonly string[];
}): boolean =>
  kind !== 'discord' || events.every((event) => (DISCORD_EVENTS as readonly string[]).includes(event));

export const WebhookBody = z
  .strictObject({
    kind: described(z.enum(WEBHOOK_KINDS), '`discord`: an embed of `stream.started`, and no other event'),
    url: Url,
    events: Events,
  })
  .check(z.refine(isWritable, { error: broken('discord_events'), path: ['events'] }));
export type WebhookBody = z.infer<typeof WebhookBody>;

export const WebhookChange = z.strictObject({ url: Url, events: Events, is_on: z.boolean() });
export type WebhookChange = z.infer<typeof WebhookChange>;

const params = z.object({ id: Id });

export const webhooksRoutes = routes({
  'GET /webhooks': {
    summary: 'The webhooks of the caller’s channel',
    access: 'signed-in',
    response: z.array(Webhook),
    errors: ['not_found'],
  },
  'POST /webhooks': {
    summary: 'Create a webhook. At most 5 per channel',
    access: 'signed-in',
    body: WebhookBody,
    status: 201,
    response: NewWebhook,
    errors: ['not_found', 'conflict', 'busy'],
  },
  'PUT /webhooks/{id}': {
    summary: 'Change a webhook, or switch it on or off',
    access: 'signed-in',
    params,
    body: WebhookChange,
    response: Webhook,
    errors: ['not_found', 'busy'],
  },
  'DELETE /webhooks/{id}': {
    summary: 'Delete a webhook, with its deliveries',
    access: 'signed-in',
    openToSuspended: true,
    params,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'busy'],
  },
  'POST /webhooks/{id}/secret': {
    summary: 'Replace the secret of a webhook',
    access: 'signed-in',
    params,
    response: NewWebhook,
    errors: ['not_found', 'busy'],
  },
  'POST /webhooks/{id}/test': {
    summary: 'Send a test to a webhook that is on',
    access: 'signed-in',
    params,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'conflict'],
  },
  'GET /webhooks/{id}/deliveries': {
    summary: 'The latest 50 deliveries of a webhook, the newest first',
    access: 'signed-in',
    params,
    response: z.array(WebhookDelivery),
    errors: ['not_found'],
  },
  'POST /webhooks/{id}/deliveries/{delivery_id}': {
    summary: 'Send a finished delivery again, with the same `webhook-id`',
    access: 'signed-in',
    params: z.object({ id: Id, delivery_id: Id }),
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'conflict'],
  },
});
