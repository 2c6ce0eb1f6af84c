/** Runs before each file of the project `unit`. */
import type * as nodeCrypto from 'node:crypto';
import type { ScryptOptions } from 'node:crypto';
import fc from 'fast-check';
import { vi } from 'vitest';
import type * as announceAdapters from '#functions/realtime/announce.adapters.ts';
import { isSoak, tries } from './effort.ts';

/** In `npm test` properties use a fixed seed, so that they fail always or never. */
fc.configureGlobal(isSoak ? { numRuns: tries(100) } : { seed: 62 });

// Hashing passwords would take most of the time, and is tested with the accounts' stand-in.

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof nodeCrypto>();
  type Done = Parameters<typeof crypto.scrypt>[3];
  const scrypt = (password: string, salt: Buffer, bytes: number, _cost: ScryptOptions, done: Done): void =>
    crypto.scrypt(password, salt, bytes, { N: 2 }, done as never);
  return { ...crypto, scrypt };
});

// A Lambda waits up to half a second before it publishes again, to limit AppSync calls. Tests of that interval unmock
// this module or pass their own `sleep`.
vi.mock('#functions/realtime/announce.adapters.ts', async (importOriginal) => {
  const { announceDeps } = await importOriginal<typeof announceAdapters>();
  const portsWithoutInterval: typeof announceDeps = (table, url) => ({
    ...announceDeps(table, url),
    sleep: async () => {},
  });
  return { announceDeps: portsWithoutInterval };
});
