import { beforeEach, describe, expect, it } from 'vitest';
import { guessesRepository } from '#functions/auth/guesses/guesses.repository.ts';
import { stageLimits, STAGE_NAMES } from '#functions/limits/stage-limits.ts';
import { localTable } from '#test/support/stand-ins/local-table.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIMITS = { free: 3, waitsMs: [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS] } as const;
/** Cognito forgets wrong passwords after this time without one, and locks the user after five. */
const COGNITO = { idleMs: 15 * MINUTE_MS, failures: 5 };

const table = await localTable();

let nowMs = Date.parse('2026-11-22T12:00:00Z');
let number = 0;
let id = '';
beforeEach(() => {
  id = `account_${++number}`;
});
const guesses = () => guessesRepository(table, LIMITS, () => nowMs);
const claim = (whose = 'STRANGERS') => guesses().claim(id, whose);

async function claimFree(): Promise<void> {
  for (let n = 0; n < LIMITS.free; n++) expect(await claim()).toBe(0);
}

describe('password guesses', () => {
  it('wait longer each time, up to the last wait', async () => {
    await claimFree();
    for (const waitMs of [...LIMITS.waitsMs, HOUR_MS, HOUR_MS]) {
      expect(await claim()).toBe(waitMs);
      nowMs += waitMs - 1;
      expect(await claim()).toBe(1);
      nowMs += 1;
      expect(await claim()).toBe(0);
    }
  });

  it('are limited to the free tries, however many come at once', async () => {
    const waits = await Promise.all(Array.from({ length: 50 }, () => claim()));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(LIMITS.free);
    expect(waits.filter((waitMs) => waitMs === MINUTE_MS)).toHaveLength(50 - LIMITS.free);
    nowMs += MINUTE_MS;
    const later = await Promise.all(Array.from({ length: 50 }, () => claim()));
    expect(later.filter((waitMs) => waitMs === 0)).toHaveLength(1);
  });

  it('count for each account separately', async () => {
    await claimFree();
    expect(await claim('DEVICE#other')).toBe(0);
  });

  it('are free again after their count expired', async () => {
    await claimFree();
    await guesses().forget(id, 'STRANGERS');
    await claimFree();
    await guesses().forget(id, 'DEVICE#unknown');
    expect(await claim('DEVICE#unknown')).toBe(0);
  });

  it('do not count when the password was not checked', async () => {
    await claim();
    await guesses().giveBack(id, 'STRANGERS');
    await claimFree();
    await guesses().giveBack(id, 'DEVICE#unknown');
    for (let n = 0; n < LIMITS.free; n++) expect(await claim('DEVICE#unknown')).toBe(0);
    expect(await claim('DEVICE#unknown')).toBe(MINUTE_MS);
  });
});

it.each(STAGE_NAMES)('waits grow to at most a day (%s)', (name) => {
  const { waitsMs } = stageLimits(name).guesses;
  expect(waitsMs).toEqual(waitsMs.toSorted((a, b) => a - b));
  expect(waitsMs.at(-1)).toBe(24 * HOUR_MS);
});

it('on a public site, strangers never reach the number at which Cognito locks the owner out', () => {
  const { free, waitsMs } = stageLimits('cloud').guesses;
  const together = free + waitsMs.filter((waitMs) => waitMs < COGNITO.idleMs).length;
  expect(together).toBeLessThan(COGNITO.failures);
});
