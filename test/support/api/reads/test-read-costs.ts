import { afterAll, beforeAll, expect, it } from 'vitest';
import { putItem } from '#functions/aws/table/write-items.ts';
import { followKey } from '#functions/follows/index.ts';
import { startReads } from './reads.ts';

/** Three lists, each of one spelling, in eight tiers, then a hundred channels; and what any search reads. */
const MAX_SEARCH_UNITS = 3 * 8 * 2 + 100 * 0.5;

/** Tests what each GET route reads on a site with so many channels. One site a file: each has Lambdas of its own. */
export function testReadCosts(channels: number): void {
  let started: Awaited<ReturnType<typeof startReads>>;

  beforeAll(
    async () => {
      started = await startReads(channels);
    },
    120_000 + 10 * channels,
  );
  afterAll(() => started?.close());

  it('is the documented number', async () => {
    const expected: Record<string, number> = {};
    const measured: Record<string, number> = {};
    for (const [name, [units, path]] of Object.entries(started.reads)) {
      expected[name] = units;
      measured[name] = await started.unitsOf(name, path);
    }
    expect(measured).toEqual(expected);
  });

  it('is the same for what followed channels have published by one or 100 of them', async () => {
    const { site, reads, reader, unitsOf } = started;
    const [before, path] = reads['GET /library/published']!;
    for (let follow = 0; follow < 100; follow += 1) {
      const channel_id = `FOLLOWED${follow}`;
      await putItem(site.table, { ...followKey(reader.id, channel_id), channel_id });
    }
    expect(await unitsOf('GET /library/published', path)).toBe(before);
  });

  it('is bounded for a search of several words, which reads more', async () => {
    const [least] = started.reads['GET /search, an unknown word']!;
    const units = await started.unitsOf('GET /search', '/search?q=turning+fans+box+amber');
    expect(units).toBeGreaterThan(least);
    expect(units).toBeLessThanOrEqual(MAX_SEARCH_UNITS);
  });
}
