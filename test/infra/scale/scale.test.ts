import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import counts from '#infra/scale/counts.json' with { type: 'json' };
import { withTables } from '#infra/scale/document.ts';
import { SLOT_MS } from '#shared/plain/live/poll-slot.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import { dollarsOf } from '#functions/costs/prices.ts';
import { chatDollars, deliveriesAnHour } from '#infra/scale/chat.ts';
import { originAmounts } from '#infra/scale/counts.ts';
import { limitsOf, limitsOfAccounts } from '#infra/scale/first-limits.ts';
import { loadOf, scaleOf, SIZES, WAYS } from '#infra/scale/scale.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../../docs', path), 'utf8');

describe('the cost model', () => {
  it('is in the document as `npm run scale` writes them', () => {
    const document = read('scale.md');
    expect(withTables(document, counts)).toBe(document);
  });

  it.each(WAYS)('of %s grows more slowly than its viewers', (way) => {
    const [small, , large] = SIZES.map((viewers) => scaleOf(counts, way, viewers));
    expect(large!.dollarsAnHour).toBeGreaterThan(small!.dollarsAnHour);
    expect(large!.dollarsAnHour / SIZES[2]).toBeLessThanOrEqual(small!.dollarsAnHour / SIZES[0] + 1e-9);
  });

  it('has no more origin requests for more viewers of the same stream', () => {
    const [few, many] = [2_000, 100_000].map((viewers) => loadOf(counts, 'direct', viewers).each);
    expect(many).toEqual(few);
  });

  it('requests a playlist once for all caches, for which the Origin Shield is billed', () => {
    const { origin } = counts.broadcasts.direct;
    const [one, many] = [originAmounts(origin, 1, 13_000), originAmounts(origin, 13, 13_000)];
    expect(many.apiRequest).toBe(one.apiRequest);
    expect(many.shieldRequest).toBe(13 * one.apiRequest!);
    expect(many.storageRead).toBe(13 * one.storageRead!);
  });

  it('requests a playlist as often as its one viewer, and once per slot for many viewers', () => {
    const { origin } = counts.broadcasts.direct;
    expect(originAmounts(origin, 1, 1).apiRequest).toBeCloseTo(origin.apiRequest);
    const crowds = [100, 10_000, 1_000_000].map((viewers) => originAmounts(origin, 1, viewers).apiRequest);
    for (const requests of crowds) expect(requests).toBeCloseTo(HOUR_MS / SLOT_MS);
  });

  it('names three limits for each size, the fullest first, and an existing alarm for each near one', () => {
    // A test of the alarms compares the runbook's headings with the deployed alarms.
    const headings = read('runbook.md').matchAll(/^### (`.*)$/gm);
    const alarms = [...headings].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    const all = [
      limitsOf(counts, 'direct', 10_000),
      limitsOf(counts, 'software', 10_000),
      limitsOf(counts, 'compatible', 10_000),
      limitsOf(counts, 'direct', 10_000, 1000),
      limitsOf(counts, 'software', 10_000, 1000),
      limitsOfAccounts(1_000_000),
    ];
    for (const limits of all) {
      const [first, second, third] = limits;
      expect(first!.ratio).toBeGreaterThanOrEqual(second!.ratio);
      const near = [first!, second!, third!].filter(({ ratio }) => ratio >= 0.25);
      expect(alarms).toEqual(expect.arrayContaining(near.map(({ alarm }) => alarm)));
    }
  });

  it.each([
    ['direct', 100],
    ['direct', 1000],
  ] as const)(
    'lets 10,000 people watch %s broadcasts on %i channels with the default settings',
    (way, channels) => {
      const own = limitsOf(counts, way, 10_000, channels).filter(({ name }) => name.startsWith('`'));
      const full = own.filter(({ name, ratio }) => ratio > 1 && !name.includes('replayHours'));
      expect(full).toEqual([]);
    },
  );

  it('counts the deliveries of a chat by its publications, which are fewer before a larger audience', () => {
    // Twice a second without a pause, to 10,000 pages.
    const everyHalfSecond = 2 * 3600 * 10_000;
    expect(deliveriesAnHour(3600 * 20, 100)).toBeCloseTo(7200, 0);
    expect(chatDollars(3600 * 5, 10_000)).toBeLessThan(
      dollarsOf({ realtimeOperation: everyHalfSecond }) / 3.9,
    );
    // A quiet chat is delivered message by message, and a batch of more than 5 kB costs several deliveries.
    expect(deliveriesAnHour(6, 100)).toBeCloseTo(6, 1);
    expect(deliveriesAnHour(3600 * 100, 5000)).toBeCloseTo((3600 * 100 * 300) / 5000);
  });

  it('delivers less often to viewers of one channel than to as many of a hundred', () => {
    const ofOne = loadOf(counts, 'direct', 10_000, 1).total.realtimeOperation!;
    const ofMany = loadOf(counts, 'direct', 10_000, 100).total.realtimeOperation!;
    expect(ofOne).toBeLessThan(ofMany);
  });

  it('reads two keys at the edge for each media request', () => {
    const { total } = loadOf(counts, 'video', 1000, 10);
    expect(total.edgeRead).toBeCloseTo(2 * counts.video.viewer.cdnRequest * 1000);
  });

  it('names the fullest quota first', () => {
    const { bites } = scaleOf(counts, 'software', 10_000);
    expect(bites[0]).toMatchObject({
      quota: { name: 'IVS: concurrent streams' },
      ratio: 1,
      atViewers: 10_000,
    });
    expect(bites.map(({ ratio }) => ratio)).toEqual(
      bites.map(({ ratio }) => ratio).toSorted((a, b) => b - a),
    );
  });
});
