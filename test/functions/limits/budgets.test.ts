import { beforeEach, describe, expect, it } from 'vitest';
import { type Budgets, dayBudgets, onBudgetsTick } from '#functions/limits/budgets.ts';
import { secondsOfDay } from '#functions/base/day.ts';
import { spendingRepository } from '#functions/limits/spending.repository.ts';
import type { DayBudget } from '#functions/limits/stage-limits.ts';
import { captureLog } from '#test/support/api/log-capture.ts';
import { localTable } from '#test/support/stand-ins/local-table.ts';

const DAY_MS = 24 * 60 * 60_000;
const all = (amount: number): DayBudget => ({
  videos: amount,
  uploads: amount,
  files: amount,
  camera: amount,
  compatible: amount,
  software: amount,
  clips: amount,
  replays: amount,
});
const persons = { established: all(100), new: all(30), unverified: all(10) };
const LIMITS = { persons, site: all(150), reserve: 0.5 };

const table = await localTable();
const spending = spendingRepository(table);

/** Each test has a day of its own, at six in the evening. */
let nowMs = Date.parse('2026-05-01T18:00:00Z');
let budgets: Budgets;
beforeEach(() => {
  nowMs += DAY_MS;
  const tierOf = async (id: string) => {
    if (id === 'UNPROVEN') return 'unverified';
    return id.startsWith('NEW') ? 'new' : 'established';
  };
  budgets = dayBudgets({ limits: LIMITS, spending, tierOf, clock: () => nowMs });
});

const takes = (channelId: string, thing: string, amount: number) =>
  budgets.take('videos', { channelId, itemId: thing, amount });
const used = async () => (await spending.ofSite(new Date(nowMs).toISOString().slice(0, 10))).videos;

describe('a daily budget', () => {
  it('refuses a user above it, and says when it resets', async () => {
    await takes('ADA', 'A', 60);
    await takes('ADA', 'B', 40);
    await expect(takes('ADA', 'C', 1)).rejects.toMatchObject({
      code: 'too_many_requests',
      faults: [{ reason: 'day_limit', params: { kind: 'videos', wait_s: 6 * 3600 } }],
      retryAfterS: 6 * 60 * 60,
    });
    await expect(budgets.require('videos', 'ADA')).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await budgets.isSpent('videos', 'ADA')).toBe(true);
    await budgets.require('uploads', 'ADA');
    await budgets.require('videos', 'BEA');
    nowMs += 6 * 60 * 60_000;
    await takes('ADA', 'C', 1);
  });

  it('counts each thing once, however often it is reported', async () => {
    await Promise.all([1, 2, 3].map(() => takes('ADA', 'A', 30)));
    expect(await used()).toBe(30);
    await takes('ADA', 'A', 45);
    await takes('ADA', 'A', 20);
    expect(await used()).toBe(45);
  });

  it('loses nothing of simultaneous reports', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => takes('ADA', `A${n}`, 5)));
    expect(await used()).toBe(40);
  });

  it('is left as it was by what another budget refuses', async () => {
    await budgets.take('uploads', { channelId: 'ADA', itemId: 'A', amount: 100 });
    const both = { channelId: 'ADA', itemId: 'B', amounts: { videos: 1, uploads: 1 } };
    await expect(budgets.takeAll(both)).rejects.toMatchObject({ faults: [{ params: { kind: 'uploads' } }] });
    expect(await used()).toBe(0);
    await budgets.takeAll({ ...both, channelId: 'BEA' });
    expect(await used()).toBe(1);
  });

  it('is smaller for an unverified address', async () => {
    await takes('UNPROVEN', 'A', 10);
    await expect(takes('UNPROVEN', 'B', 1)).rejects.toMatchObject({ message: 'day_limit' });
  });

  it('is smaller for a new account', async () => {
    await takes('NEW', 'A', 30);
    await expect(takes('NEW', 'B', 1)).rejects.toMatchObject({ message: 'day_limit' });
  });

  it('of the site has a reserve, which new accounts leave to established ones', async () => {
    for (const id of ['NEW1', 'NEW2']) await takes(id, 'A', 30);
    await expect(takes('NEW3', 'A', 16)).rejects.toMatchObject({ message: 'new_accounts_day_limit' });
    await takes('NEW3', 'A', 15);
    for (const id of ['NEW4', 'UNPROVEN'])
      await expect(takes(id, 'A', 1)).rejects.toMatchObject({ message: 'new_accounts_day_limit' });
    await expect(budgets.require('videos', 'NEW4')).rejects.toMatchObject({ code: 'too_many_requests' });
    await takes('ADA', 'A', 75);
  });

  it('also exists for the whole site', async () => {
    await takes('ADA', 'A', 100);
    await takes('BEA', 'B', 50);
    await expect(takes('CYD', 'C', 1)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'site_day_limit',
    });
    // Streams that are live go on, whatever others use.
    expect(await budgets.isSpent('videos', 'CYD')).toBe(false);
  });

  it('records use beyond the limit', async () => {
    await budgets.note('camera', { channelId: 'ADA', itemId: 'A', amount: 130 });
    await expect(budgets.require('camera', 'ADA')).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

it('a broadcast over midnight counts to each day separately', () => {
  const [evening, morning] = [Date.parse('2026-05-01T23:00:00Z'), Date.parse('2026-05-02T00:30:00Z')];
  expect(secondsOfDay(evening, Date.parse('2026-05-01T23:30:00Z'))).toBe(30 * 60);
  expect(secondsOfDay(evening, morning)).toBe(30 * 60);
});

describe('the tick', () => {
  const watch = () => ({ limits: LIMITS, spending, clock: () => nowMs });

  it('measures how much of the site’s budgets is used, for the alarm', async () => {
    await takes('ADA', 'A', 100);
    await takes('BEA', 'B', 20);
    await budgets.take('camera', { channelId: 'ADA', itemId: 'A', amount: 15 });
    const log = captureLog();
    await onBudgetsTick(watch());
    log.stop();
    expect(log.entries().at(0)).toMatchObject({ SiteBudgetPercent: 80 });
    expect(log.entries().at(-1)).toMatchObject({
      step: 'budgets',
      highest_percent: 80,
      videos_percent: 80,
      camera_percent: 10,
      files_percent: 0,
    });
  });

  it('measures nothing while nothing is used', async () => {
    const log = captureLog();
    await onBudgetsTick(watch());
    log.stop();
    expect(log.lines).toEqual([]);
  });
});
