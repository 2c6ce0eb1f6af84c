/** What is written to people about their address. Pure. */
import { CODE_LIFE_MS } from './email-code.ts';
import type { Mail } from './ports.ts';

const MINUTES = CODE_LIFE_MS / 60_000;

/** The code comes last, on a line of its own. */
export const codeMail = (username: string, to: string, digits: string): Mail => ({
  to,
  subject: 'Your code for Fanfare',
  text: `Somebody, hopefully you, gave this address for the account ${username} on Fanfare. Enter this code there within ${MINUTES} minutes. If it was not you, do nothing: without the code nothing happens.\n\nYour code is ${digits}`,
});

export const noticeMail = (username: string, to: string): Mail => ({
  to,
  subject: 'Your e-mail address on Fanfare was changed',
  text: `The account ${username} on Fanfare has another e-mail address now, and this one no longer belongs to it. If it was not you who changed it, answer to this mail at once.`,
});
