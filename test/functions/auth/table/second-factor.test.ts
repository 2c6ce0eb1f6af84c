import { describe, expect, it } from 'vitest';
import {
  withNewSecret,
  newRecoveryCodes,
  NO_SECOND_FACTOR,
  turnedOff,
  enterCode,
  withRecoveryCodes,
  type SecondFactor,
} from '#functions/auth/table/second-factor.ts';
import { addressOf, newSecret, stepOf } from '#functions/auth/two-factor/totp.ts';

const NOW_MS = 1_000_000;
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const CODES = newRecoveryCodes();
const ON: SecondFactor = {
  ...withRecoveryCodes(withNewSecret(NO_SECOND_FACTOR, SECRET), CODES),
  lastStep: 10,
};
const wrong = { text: 'wrong', step: null };

/** What is left of a factor after so many wrong codes, each entered as soon as it was looked at. */
function afterWrong(times: number): { factor: SecondFactor; waitMs: number } {
  let [factor, nowMs, waitMs] = [ON, NOW_MS, 0];
  for (let n = 0; n < times; n += 1) {
    const use = enterCode(factor, wrong, nowMs);
    if (use.kind !== 'wrong') throw new Error(`It was ${use.kind}`);
    factor = use.next;
    waitMs = Math.max(0, factor.closedUntilMs - nowMs);
    nowMs += waitMs;
  }
  return { factor, waitMs };
}

describe('app codes', () => {
  /** RFC 6238, appendix B: the secret is ‘12345678901234567890’; of its eight digits the last six. */
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 after %i s', async (seconds, code) => {
    expect(await stepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it.each([
    ['the one before', 89_999, 1],
    ['the one to come', 0, 1],
    ['none that is older', 90_000, null],
  ])('count as of their own half minute: %s', async (_, nowMs, step) => {
    expect(await stepOf(SECRET, '287082', nowMs)).toBe(step);
  });

  it.each(['', '28708', '2870822', '28708a', '２８７０８２', '287 083'])(
    'are not accepted as %j',
    async (code) => {
      expect(await stepOf(SECRET, code, 59_000)).toBeNull();
    },
  );

  it('may contain a space, as apps show them', async () => {
    expect(await stepOf(SECRET, '287 082', 59_000)).toBe(1);
  });

  it('are refused without a secret', async () => {
    expect(await stepOf('', '328482', 59_000)).toBeNull();
  });

  it('use a 160-bit secret in an otpauth address', async () => {
    const [secret, other] = [await newSecret(), await newSecret()];
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(other).not.toBe(secret);
    const url = new URL(await addressOf(secret, 'Ada Fan'));
    expect(url.href).toMatch(/^otpauth:\/\/totp\/Fanfare:Ada%20Fan\?/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Fanfare',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('an app code', () => {
  it('works once, and earlier codes no more', () => {
    const use = enterCode(ON, { text: '123456', step: 12 }, NOW_MS);
    expect(use).toMatchObject({ kind: 'good', next: { lastStep: 12 } });
    const { next } = use as { next: SecondFactor };
    for (const step of [11, 12])
      expect(enterCode(next, { text: '123456', step }, NOW_MS)).toEqual({ kind: 'used' });
    expect(enterCode(next, { text: '123456', step: 13 }, NOW_MS).kind).toBe('good');
  });

  it('may be wrong four times, then the wait doubles up to six hours', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((times) => afterWrong(times).waitMs / 1000)).toEqual([
      0, 0, 0, 0, 30, 60, 120,
    ]);
    expect(afterWrong(30).waitMs).toBe(6 * 60 * 60_000);
  });

  it('resets the waits when it is right', () => {
    const { factor } = afterWrong(7);
    expect(enterCode(factor, { text: '123456', step: 12 }, NOW_MS)).toMatchObject({
      next: { wrongCodes: 0, closedUntilMs: 0 },
    });
  });
});

describe('recovery codes', () => {
  it('are ten different ones of fifty bits in unambiguous letters', () => {
    expect(new Set(CODES).size).toBe(10);
    for (const code of CODES) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  it('work once each, in any case and spacing', () => {
    const [first = '', second = ''] = CODES;
    const typed = ` ${first.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    const use = enterCode(ON, { text: typed, step: null }, NOW_MS);
    expect(use.kind).toBe('good');
    const { next } = use as { next: SecondFactor };
    expect(next.recoveryHashes).toHaveLength(9);
    expect(enterCode(next, { text: first, step: null }, NOW_MS).kind).toBe('wrong');
    expect(enterCode(next, { text: second, step: null }, NOW_MS).kind).toBe('good');
  });

  it('are stored as hashes', () => {
    for (const code of CODES) expect(JSON.stringify(ON)).not.toContain(code);
  });
});

it('starting over or turning off forgets the earlier state', () => {
  const { factor } = afterWrong(7);
  const known = { ...factor, version: 7 };
  expect(turnedOff(known)).toEqual({ ...NO_SECOND_FACTOR, version: 7 });
  expect(withNewSecret(known, 'OTHER')).toEqual({ ...NO_SECOND_FACTOR, version: 7, secret: 'OTHER' });
});
