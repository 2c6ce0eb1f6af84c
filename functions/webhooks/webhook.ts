import type { Webhook } from '#shared/people/webhooks.ts';
import type { WebhookEventType, WebhookKind, WebhookState } from '#shared/plain/webhooks.ts';

/** As it is stored. */
export interface WebhookItem {
  readonly id: string;
  readonly channel_id: string;
  readonly kind: WebhookKind;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  /** Signs messages, in the form of Standard Webhooks. */
  readonly secret: string;
  readonly state: WebhookState;
  readonly created_at: string;
  /** Failed attempts since the latest success. */
  readonly failures?: number;
  readonly failing_since_ms?: number;
  /** After a failure, in ms since 1970. */
  readonly next_attempt_ms?: number;
  /** A sender works on it until then, in ms since 1970; also identifies the sender. */
  readonly lease_until_ms?: number;
}

/** All but the secret and what the sender notes for itself. */
export const PUBLIC_ATTRIBUTES = [
  'id',
  'kind',
  'url',
  'events',
  'state',
  'created_at',
  'failing_since_ms',
] as const satisfies readonly (keyof WebhookItem)[];

export type PublicWebhookItem = Pick<WebhookItem, (typeof PUBLIC_ATTRIBUTES)[number]>;

export const toWebhook = ({ failing_since_ms: sinceMs, ...item }: PublicWebhookItem): Webhook => ({
  id: item.id,
  kind: item.kind,
  url: item.url,
  events: [...item.events],
  state: item.state,
  created_at: item.created_at,
  failing_since: sinceMs === undefined ? null : new Date(sinceMs).toISOString(),
});
