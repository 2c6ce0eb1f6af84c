import { type Language, languageWith } from '#messages/languages.ts';
import { mail } from '#messages/server/mail.ts';
import { translator } from '#messages/translator.ts';
import type { Mail } from '#functions/mail/mail.ts';

interface Recipient {
  readonly to: string;
  readonly username: string;
  readonly language: Language | undefined;
}

/** A webhook was switched off, because it has failed for a day, or because its address is gone. */
export function offMail(
  { to, username, language }: Recipient,
  { url, isGone }: { readonly url: string; readonly isGone: boolean },
): Mail {
  const { tag } = languageWith(language);
  const t = translator(mail, tag);
  const reason = isGone ? t('mail.webhookGone', { username }) : t('mail.webhookFailed', { username });
  // The rest of an address may be a secret, as with Discord.
  const text = [`${reason}\n${new URL(url).host}`, t('mail.webhookHint')].join('\n\n');
  return { to, language: tag, subject: t('mail.webhookOffSubject'), text };
}
