import type { WebhookMessageType } from '#shared/plain/webhooks.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** A word of a message has no dot. */
export const eventName = (type: WebhookMessageType): string =>
  t('webhooks.event', { event: type.replace('.', '_') as 'chat_message' });
