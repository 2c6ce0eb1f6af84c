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

/** The code in the newest mail to an address. */
export async function codeMailedTo(dataDir: string, address: string): Promise<string> {
  const code = () => /\b\d{6}\b/.exec(mailsTo(dataDir, address).at(-1) ?? '')?.[0];
  return vi.waitUntil(code, { timeout: 30_000 });
}

/** Confirms the address that a person signed up with. */
export async function confirmAddress(dataDir: string, { user, call }: Person): Promise<void> {
  await call('POST', '/auth/email/confirm', { code: await codeMailedTo(dataDir, user.email) });
}
