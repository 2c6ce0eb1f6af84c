import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guessesRepository } from '../../../functions/auth/guesses/guesses.repository.ts';
import { stageLimits, STAGE_NAMES } from '../../../functions/limits/stage-limits.ts';
import { startAndOpenTable, type OpenedTable } from '../../support/api/table/imported-table.ts';
import { newFolder } from '../../support/runner/temporary-folder.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIMITS = { free: 3, waitsMs: [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS] } as const;
/** Cognito forgets wrong passwords after so long without one, and refuses everybody after five. */
const COGNITO = { idleMs: 15 * MINUTE_MS, failures: 5 };

let opened: OpenedTable;
beforeAll(async () => {
  opened = await startAndOpenTable(newFolder());
});
afterAll(() => opened?.close());

let nowMs = Date.parse('2026-11-22T12:00:00Z');
let number = 0;
let id = '';
beforeEach(() => {
  id = `account_${++number}`;
});
const guesses = () => guessesRepository(opened.table, LIMITS, () => nowMs);
const claim = (whose = 'STRANGERS') => guesses().claim(id, whose);

async function claimFree(): Promise<void> {
  for (let n = 0; n < LIMITS.free; n++) expect(await claim()).toBe(0);
}

describe('guesses at a password', () => {
  it('wait longer each time, and the last wait is for good', async () => {
    await claimFree();
    for (const waitMs of [...LIMITS.waitsMs, HOUR_MS, HOUR_MS]) {
      expect(await claim()).toBe(waitMs);
      nowMs += waitMs - 1;
      expect(await claim()).toBe(1);
      nowMs += 1;
      expect(await claim()).toBe(0);
    }
  });

  it('are no more than the free ones, however many come at once', async () => {
    const waits = await Promise.all(Array.from({ length: 50 }, () => claim()));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(LIMITS.free);
    expect(waits.filter((waitMs) => waitMs === MINUTE_MS)).toHaveLength(50 - LIMITS.free);
    nowMs += MINUTE_MS;
    const later = await Promise.all(Array.from({ length: 50 }, () => claim()));
    expect(later.filter((waitMs) => waitMs === 0)).toHaveLength(1);
  });

  it('count for each by itself', async () => {
    await claimFree();
    expect(await claim('DEVICE#other')).toBe(0);
  });

  it('are free again once they are forgotten', async () => {
    await claimFree();
    await guesses().forget(id, 'STRANGERS');
    await claimFree();
    await guesses().forget(id, 'DEVICE#unknown');
    expect(await claim('DEVICE#unknown')).toBe(0);
  });

  it('that were not looked at do not count, and make no count of their own', async () => {
    await claim();
    await guesses().giveBack(id, 'STRANGERS');
    await claimFree();
    await guesses().giveBack(id, 'DEVICE#unknown');
    for (let n = 0; n < LIMITS.free; n++) expect(await claim('DEVICE#unknown')).toBe(0);
    expect(await claim('DEVICE#unknown')).toBe(MINUTE_MS);
  });
});

it.each(STAGE_NAMES)('waits grow, to no more than a day (%s)', (name) => {
  const { waitsMs } = stageLimits(name).guesses;
  expect(waitsMs).toEqual(waitsMs.toSorted((a, b) => a - b));
  expect(waitsMs.at(-1)).toBe(24 * HOUR_MS);
});

it('on a public site, strangers never come to as many as Cognito refuses the owner for', () => {
  const { free, waitsMs } = stageLimits('cloud').guesses;
  const together = free + waitsMs.filter((waitMs) => waitMs < COGNITO.idleMs).length;
  expect(together).toBeLessThan(COGNITO.failures);
});
