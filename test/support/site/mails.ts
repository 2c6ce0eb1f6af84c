/** The mail that a site on this machine would have sent. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Person } from './people.ts';

/** All of it; `dataDir` is the site's folder. */
export function mailsIn(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'mail.txt'), 'utf8');
  } catch {
    return '';
  }
}

/** Those to one address. */
export const mailsTo = (dataDir: string, address: string): string[] =>
  mailsIn(dataDir)
    .split('To: ')
    .filter((mail) => mail.startsWith(address));

/** By the code that was mailed at sign-up. */
export async function confirmAddress(dataDir: string, { user, call }: Person): Promise<void> {
  const mail = await vi.waitUntil(() => mailsTo(dataDir, user.email).at(-1), { timeout: 60_000 });
  const code = /Your code is (\d+)/.exec(mail)?.[1];
  await call('POST', '/auth/email/confirm', { code });
}
