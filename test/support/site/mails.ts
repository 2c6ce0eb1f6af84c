/** The mail of a local site, which is not sent. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Person } from './people.ts';

/** Returns all mail; `dataDir` is the site's data folder. */
export function mailsIn(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'mail.txt'), 'utf8');
  } catch {
    return '';
  }
}

/** Returns the mail to one address. */
export const mailsTo = (dataDir: string, address: string): string[] =>
  mailsIn(dataDir)
    .split('To: ')
    .filter((mail) => mail.startsWith(address));

/** Returns the code in the newest mail to an address. */
export async function codeMailedTo(dataDir: string, address: string): Promise<string> {
  const code = () => /\b\d{6}\b/.exec(mailsTo(dataDir, address).at(-1) ?? '')?.[0];
  return vi.waitUntil(code, { timeout: 30_000 });
}

/** Confirms the address with which a person signed up. */
export async function confirmAddress(dataDir: string, { user, call }: Person): Promise<void> {
  await call('POST', '/auth/email/confirm', { code: await codeMailedTo(dataDir, user.email) });
}
