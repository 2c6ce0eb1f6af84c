import { scryptSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import {
  hashPassword,
  hashOfUnknownUser,
  passwordMatches,
} from '#infra/local/accounts/pool/password-hash.ts';

// Uses the real cost, unlike all other tests.
vi.unmock('node:crypto');

const PASSWORD = 'correct horse battery';

describe('a password hash', () => {
  it('is scrypt with OWASP’s cost and its own salt', async () => {
    const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    expect(one).not.toBe(other);
    const [N, r, p, salt = '', hash] = one.split('$');
    expect([N, r, p]).toEqual(['16384', '8', '5']);
    const derived = scryptSync(PASSWORD, Buffer.from(salt, 'base64url'), 32, { N: 16384, r: 8, p: 5 });
    expect(hash).toBe(derived.toString('base64url'));
  });

  it('matches its own password only', async () => {
    const stored = await hashPassword(PASSWORD);
    expect(await passwordMatches(PASSWORD, stored)).toBe(true);
    expect(await passwordMatches(`${PASSWORD} `, stored)).toBe(false);
    expect(await passwordMatches(PASSWORD, hashOfUnknownUser())).toBe(false);
  });
});
