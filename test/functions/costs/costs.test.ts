import { beforeEach, describe, expect, it } from 'vitest';
import { channelCosts, type Costs } from '#functions/costs/costs.ts';
import { type BilledBroadcast, costsRepository, setCap } from '#functions/costs/costs.repository.ts';
import type { SoftwareUsage } from '#functions/costs/usage.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { localTable } from '#test/support/stand-ins/local-table.ts';

const HOUR_MS = 3_600_000;

const table = await localTable();
const kept = costsRepository(table);

/** Each test has a channel of its own, on the last evening of a month. */
let nowMs = 0;
let costs: Costs;
let channel = 0;
let channelId = '';
let watching = 0;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-30T22:00:00Z');
  watching = 0;
  channel += 1;
  channelId = `C${channel}`;
  await putItem(table, { pk: `CHANNEL#${channelId}`, sk: 'ACCOUNT' });
  await putItem(table, { pk: `USERNAME#fan${channel}`, sk: 'CLAIM', channel_id: channelId });
  costs = costsWith({ isVisible: true });
});

const costsWith = ({ isVisible }: { readonly isVisible: boolean }): Costs =>
  channelCosts({
    kept,
    audience: async (_, fromMs, toMs) =>
      Array.from({ length: Math.floor((toMs - fromMs) / 60_000) }, () => ({ viewers: watching })),
    isVisible,
    clock: () => nowMs,
  });

const thing = (id: string): BilledBroadcast => ({ channelId, id, startedAtMs: nowMs });
/** An hour of IVS is some two dollars. */
const hours = (count: number): SoftwareUsage => ({
  kind: 'software',
  receivedMs: count * HOUR_MS,
  keepsReplay: false,
});
const cap = (dollars: number | undefined) => setCap(table, `Fan${channel}`, dollars, nowMs);
const ofMonth = () => kept.ofMonth(channelId, '2026-11');

describe('the cost of a month', () => {
  it('counts each thing once, however often and in whatever order it is reported', async () => {
    const one = thing('S1');
    await Promise.all([1, 2, 1, 2].map((count) => costs.note(one, hours(count), nowMs)));
    const both = await ofMonth();
    await costs.note(one, hours(1), nowMs);
    expect(await ofMonth()).toBe(both);
    expect(both).toBe(await kept.find(one));
    await costs.note(thing('S2'), hours(1), nowMs);
    expect(await ofMonth()).toBeCloseTo(1.5 * both, 5);
  });

  it('loses nothing when things end simultaneously', async () => {
    await Promise.all(['S1', 'S2', 'S3', 'S4'].map((id) => costs.note(thing(id), hours(1), nowMs)));
    const [each] = [(await kept.find(thing('S1')))!];
    expect(await ofMonth()).toBeCloseTo(4 * each, 5);
  });

  it('grows with the number of viewers', async () => {
    const one = thing('S1');
    await costs.note(one, hours(1), nowMs + HOUR_MS);
    const alone = await ofMonth();
    watching = 100;
    await costs.note(one, hours(1), nowMs + HOUR_MS);
    // A hundred hours of IVS's output at 720p.
    expect((await ofMonth()) - alone).toBeCloseTo(7.5, 0);
  });

  it('contains what began in the month, even if it continues into the next', async () => {
    const late = thing('S1');
    nowMs += 4 * HOUR_MS;
    await costs.note(late, hours(4), nowMs);
    await costs.note(thing('S2'), hours(1), nowMs);
    expect(await ofMonth()).toBe(await kept.find(late));
    expect(await kept.ofMonth(channelId, '2026-12')).toBe(await kept.find(thing('S2')));
  });
});

describe('a channel’s cap', () => {
  it('refuses new broadcasts once it is reached, with words, until the month ends in UTC', async () => {
    expect(await cap(3)).toBe(0);
    await costs.note(thing('S1'), hours(1), nowMs);
    await costs.require(channelId);
    expect(await costs.isReached(channelId)).toBe(false);
    await costs.note(thing('S2'), hours(1), nowMs);
    await expect(costs.require(channelId)).rejects.toMatchObject({
      code: 'cap_reached',
      faults: [{ reason: 'cap_reached', params: { cap_usd: 3, day: '2026-12-01' } }],
      retryAfterS: 2 * 60 * 60,
    });
    expect(await costs.isReached(channelId)).toBe(true);
    nowMs += 2 * HOUR_MS - 1;
    expect(await costs.isReached(channelId)).toBe(true);
    nowMs += 1;
    await costs.require(channelId);
  });

  it('counts what was used before it was set, and can be removed', async () => {
    await costs.note(thing('S1'), hours(2), nowMs);
    expect(await cap(1)).toBeGreaterThan(4);
    expect(await costs.isReached(channelId)).toBe(true);
    await cap(undefined);
    await costs.require(channelId);
  });

  it('of zero refuses everything, and cannot be set for an unknown user', async () => {
    await cap(0);
    await expect(costs.require(channelId)).rejects.toMatchObject({ code: 'cap_reached' });
    expect(await setCap(table, 'nobody', 3, nowMs)).toBe(null);
  });
});

it('the cost is shown only when the stage shows costs', async () => {
  const one = thing('S1');
  expect(await costs.visibleCost(one)).toBe(undefined);
  await costs.note(one, hours(1), nowMs);
  expect(await costs.visibleCost(one)).toBeCloseTo(2, 0);
  expect(await costsWith({ isVisible: false }).visibleCost(one)).toBe(undefined);
});
