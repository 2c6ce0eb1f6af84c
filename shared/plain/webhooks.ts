/** Names of the webhooks' contract, without a schema. */

export const WEBHOOK_EVENTS = [
  'stream.started',
  'stream.updated',
  'stream.ended',
  'video.published',
  'clip.created',
  'follow.created',
  'chat.message',
  'moderation.action',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** Sent by “Send a test” alone. */
export const WEBHOOK_TEST = 'webhook.test';
export type WebhookMessageType = WebhookEventType | typeof WEBHOOK_TEST;

/** `discord`: messages as Discord's webhooks and compatible ones take them. */
export const WEBHOOK_KINDS = ['standard', 'discord'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** What can be written for Discord. */
export const DISCORD_EVENTS: readonly WebhookEventType[] = ['stream.started'];

/** `off`: by its owner; `failed`: after a day of failures; `gone`: its address answered 410. */
export const WEBHOOK_STATES = ['on', 'off', 'failed', 'gone'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** `refused`: the address is not public. Statuses other than 2xx are no error of these. */
export const DELIVERY_ERRORS = ['timed_out', 'unreachable', 'refused', 'expired'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];
