/** Texts of the mails about addresses and accounts. Pure. */
import { CODE_LIFE_MS, type Account } from '../account.ts';
import type { Mail } from '../../mail/mail.ts';

const MINUTES = CODE_LIFE_MS / 60_000;

/** The last line contains the code alone. */
export const codeMail = (username: string, to: string, digits: string): Mail => ({
  to,
  subject: 'Your code for Fanfare',
  text: `Somebody, hopefully you, gave this address for the account ${username} on Fanfare. Enter this code there within ${MINUTES} minutes. If it was not you, do nothing: without the code nothing happens.\n\nYour code is ${digits}`,
});

/** Goes to the former address. */
export const replacedMail = (username: string, to: string): Mail => ({
  to,
  subject: 'Your e-mail address on Fanfare was changed',
  text: `The account ${username} on Fanfare has another e-mail address now, and this one no longer belongs to it. If it was not you who changed it, answer to this mail at once.`,
});

const ADVICE =
  'If it was not you, set a new password at once by “Forgot password?” on the log-in page, and answer to this mail.';

/** Subject and meaning. */
const CHANGES = {
  'new password': [
    'Your password on Fanfare was changed',
    'has a new password. It is signed out everywhere but where that was done.',
  ],
  'two-factor on': [
    'Two-factor log-in on Fanfare was turned on',
    'asks for a code of an app at log-in from now on. It is signed out everywhere but where that was done.',
  ],
  'two-factor off': [
    'Two-factor log-in on Fanfare was turned off',
    'asks for no code at log-in any more: its password is enough.',
  ],
  'new recovery codes': [
    'You have new recovery codes on Fanfare',
    'has new recovery codes. Those before are void.',
  ],
  deleted: ['Your account on Fanfare was deleted', 'was deleted, and all that it made goes with it.'],
} as const;

export type AccountChange = keyof typeof CHANGES;

export function changeMail({ username, email: to }: Account, change: AccountChange): Mail {
  const [subject, meaning] = CHANGES[change];
  const advice = change === 'deleted' ? 'If it was not you, answer to this mail at once.' : ADVICE;
  return { to, subject, text: `The account ${username} on Fanfare ${meaning} ${advice}` };
}
