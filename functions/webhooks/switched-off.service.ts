import type { Language } from '#messages/languages.ts';
import type { Mail } from '#functions/mail/mail.ts';
import { offMail } from './off-mail.ts';
import type { PublicWebhookItem } from './webhook.ts';

/** A webhook that a sender has switched off. */
export interface SwitchedOff {
  readonly channelId: string;
  readonly webhookId: string;
}

export interface SwitchedOffDeps {
  readonly find: (channelId: string, id: string) => Promise<PublicWebhookItem | undefined>;
  /** Ends the writing of its events. */
  readonly endEvents: (channelId: string, id: string) => Promise<void>;
  /** `undefined` without a proven address. */
  readonly findRecipient: (
    channelId: string,
  ) => Promise<{ readonly to: string; readonly username: string } | undefined>;
  readonly findLanguage: (channelId: string) => Promise<Language | undefined>;
  /** Absent if this stage sends no mail. */
  readonly mail: ((mail: Mail) => Promise<void>) | undefined;
}

/** Does nothing for a webhook that its owner has switched on or deleted since. */
export async function onSwitchedOff(
  { find, endEvents, findRecipient, findLanguage, mail }: SwitchedOffDeps,
  { channelId, webhookId }: SwitchedOff,
): Promise<void> {
  const webhook = await find(channelId, webhookId);
  if (webhook?.state !== 'failed' && webhook?.state !== 'gone') return;
  await endEvents(channelId, webhookId);
  const recipient = mail && (await findRecipient(channelId));
  if (!recipient) return;
  const language = await findLanguage(channelId);
  await mail(offMail({ ...recipient, language }, { url: webhook.url, isGone: webhook.state === 'gone' }));
}
