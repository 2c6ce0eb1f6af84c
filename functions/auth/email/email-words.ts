/** Texts of the mails about addresses and accounts, in the account's language. Pure. */
import { languageWith } from '#messages/languages.ts';
import { mail } from '#messages/server/mail.ts';
import { translator } from '#messages/translator.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { CODE_LIFE_MS, type Account } from '../account.ts';
import type { Mail } from '#functions/mail/mail.ts';

type Recipient = Pick<Account, 'username' | 'language'>;
type Translate = ReturnType<typeof translator<typeof mail>>;

const MINUTES = CODE_LIFE_MS / MINUTE_MS;

/** Subject and paragraphs. */
type Words = readonly [subject: string, ...paragraphs: string[]];

function mailTo({ language }: Recipient, to: string, write: (t: Translate) => Words): Mail {
  const { tag } = languageWith(language);
  const [subject, ...paragraphs] = write(translator(mail, tag));
  return { to, language: tag, subject, text: paragraphs.join('\n\n') };
}

/** The last line contains only the code. */
export const codeMail = (account: Recipient, to: string, digits: string): Mail => ({
  ...mailTo(account, to, (t) => [
    t('mail.codeSubject'),
    t('mail.code', { username: account.username, minutes: MINUTES }),
    `${t('mail.codeBelow')}\n${digits}`,
  ]),
  isRequested: true,
});

/** Goes to the former address. */
export const replacedMail = (account: Recipient, to: string): Mail =>
  mailTo(account, to, (t) => [
    t('mail.emailChangedSubject'),
    t('mail.emailChanged', { username: account.username }),
  ]);

const CHANGES = {
  'new password': (t, of) => [
    t('mail.passwordChangedSubject'),
    t('mail.passwordChanged', of),
    t('mail.notYou'),
  ],
  'two-factor on': (t, of) => [t('mail.twoFactorOnSubject'), t('mail.twoFactorOn', of), t('mail.notYou')],
  'two-factor off': (t, of) => [t('mail.twoFactorOffSubject'), t('mail.twoFactorOff', of), t('mail.notYou')],
  'new recovery codes': (t, of) => [
    t('mail.recoveryCodesSubject'),
    t('mail.recoveryCodes', of),
    t('mail.notYou'),
  ],
  'new access token': (t, of) => [t('mail.accessTokenSubject'), t('mail.accessToken', of), t('mail.notYou')],
  deleted: (t, of) => [
    t('mail.accountDeletedSubject'),
    t('mail.accountDeleted', of),
    t('mail.notYouDeleted'),
  ],
} as const satisfies Record<string, (t: Translate, of: { readonly username: string }) => Words>;

export type AccountChange = keyof typeof CHANGES;

export const ACCOUNT_CHANGES = Object.keys(CHANGES) as AccountChange[];

export const changeMail = (
  account: Pick<Account, 'username' | 'email' | 'language'>,
  change: AccountChange,
): Mail => mailTo(account, account.email, (t) => CHANGES[change](t, { username: account.username }));
