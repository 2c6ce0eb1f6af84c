import { type Language, languageWith } from '#messages/languages.ts';
import { mail } from '#messages/server/mail.ts';
import { translator } from '#messages/translator.ts';
import type { Suspension } from '#shared/people/auth.ts';
import type { ReportReason } from '#shared/plain/moderation/report-words.ts';
import type { MaybeSuspended } from '#functions/auth/index.ts';
import type { Mail } from '#functions/mail/mail.ts';

export interface SuspendedPerson extends MaybeSuspended {
  readonly username: string;
  readonly email: string;
  readonly isUnverified: boolean;
  readonly language?: Language | undefined;
}

type Recipient = Pick<SuspendedPerson, 'username' | 'email' | 'language'>;

export function suspendedMail(
  { username, email: to, language }: Recipient,
  { until, reason, words }: Suspension,
): Mail {
  const { tag } = languageWith(language);
  const t = translator(mail, tag);
  const paragraphs = [
    until === null
      ? t('mail.suspendedForever', { username })
      : t('mail.suspendedUntil', { username, date: dateIn(tag, until) }),
    t('mail.suspendedReason', {
      reason: t('moderation.reasonName', { reason: caseOf(reason as ReportReason) }),
    }),
    ...(words ? [t('mail.suspendedMessage', { message: words })] : []),
    t('mail.suspendedHint'),
    t('mail.suspendedAppeal'),
  ];
  return { to, language: tag, subject: t('mail.suspendedSubject'), text: paragraphs.join('\n\n') };
}

/** Cases of a message have no hyphen in their names. */
const caseOf = (reason: ReportReason) => (reason === 'self-harm' ? 'selfHarm' : reason);

/** “May 3, 2026 at 9:30 AM UTC”. */
const dateIn = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(iso));
