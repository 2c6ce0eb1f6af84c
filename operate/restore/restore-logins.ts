import { randomBytes } from 'node:crypto';
import type { IdentityProvider } from '#functions/auth/ports.ts';
import type { MissingLogin } from './missing-logins.ts';

const PROGRESS_EVERY_S = 60;

export interface RestoreOptions {
  readonly identity: Pick<IdentityProvider, 'create' | 'setPassword'>;
  /** Ends an account's sessions: a backup may contain some that the person has ended since. */
  readonly endSessions: (accountId: string) => Promise<unknown>;
  /** Logins created per second. */
  readonly perSecond: number;
  readonly say: (words: string) => void;
  /** Waits for a second. @default by the clock */
  readonly aSecond?: () => Promise<unknown>;
}

export interface Restored {
  readonly done: number;
  /** Errors of logins that were not created; the next run creates them. */
  readonly failures: readonly unknown[];
}

/**
 * Creates the missing logins, each with a random password, so that its owner sets a new one with a code by e-mail. No
 * mail is sent. A failure does not stop the others, but throws if nothing succeeds for a second.
 */
export async function restoreLogins(
  missing: readonly MissingLogin[],
  options: RestoreOptions,
): Promise<Restored> {
  const { perSecond, say, aSecond = () => new Promise((resolve) => setTimeout(resolve, 1000)) } = options;
  const failures: unknown[] = [];
  for (let first = 0; first < missing.length; first += perSecond) {
    const batch = missing.slice(first, first + perSecond);
    const second = aSecond();
    const results = await Promise.allSettled(batch.map((login) => restoreLogin(login, options)));
    const failed = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
    if (failed.length === batch.length) throw failed[0];
    failures.push(...failed);
    if (first > 0 && (first / perSecond) % PROGRESS_EVERY_S === 0) say(`${first} of ${missing.length} …`);
    await second;
  }
  return { done: missing.length - failures.length, failures };
}

async function restoreLogin(
  { id, email, isHalfMade }: MissingLogin,
  { identity, endSessions }: RestoreOptions,
): Promise<void> {
  // Done first: if a run ends here, the next one creates the login.
  await endSessions(id);
  const password = randomBytes(32).toString('base64url');
  await (isHalfMade ? identity.setPassword(id, password) : identity.create(id, email, password));
}
