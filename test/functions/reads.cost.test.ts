import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followsRepository } from '../../functions/follows/follows.repository.ts';
import { searchRepository } from '../../functions/search/search.repository.ts';
import { startLocalApi, type LocalApi } from '../support/local-api.ts';
import { measureUnits } from '../support/read-units.ts';
import { readCosts, seedForReads } from '../support/read-costs.ts';

let site: LocalApi;
let unitsOf: (read: () => Promise<unknown>) => Promise<number>;

beforeAll(async () => {
  site = await startLocalApi();
  unitsOf = measureUnits(site.table);
});
afterAll(() => site.close());

const scan = () => site.table.client.send(new ScanCommand({ TableName: site.table.TableName }));

/** Three lists in eight tiers, then a hundred channels. */
const MOST_OF_A_SEARCH = 3 * 8 * 2 + 100 * 0.5;

describe('what a read costs', () => {
  it('is the same at 2,000 channels as at 100', async () => {
    const [channel, ...others] = await seedForReads(site.table, 100);
    const follows = followsRepository(site.table);
    for (const { id } of others.slice(0, 10)) await follows.follow(channel!.id, id, 0);
    const [before, scanBefore] = [await readCosts(site.table, unitsOf, channel!), await unitsOf(scan)];
    await seedForReads(site.table, 1900);
    expect(await readCosts(site.table, unitsOf, channel!)).toEqual(before);
    for (const [read, units] of Object.entries(before)) expect(units, read).toBeGreaterThan(0);
    // The units do grow with what is read; otherwise this would say nothing.
    expect(await unitsOf(scan)).toBeGreaterThan(scanBefore * 2);
  }, 120_000);

  it('is bounded for a search of several words, which reads deeper lists', async () => {
    const index = searchRepository(site.table);
    const units = await unitsOf(() => index.findCandidates(['turning', 'fans', 'box', 's0']));
    expect(units).toBeGreaterThan(0);
    expect(units).toBeLessThanOrEqual(MOST_OF_A_SEARCH);
  });
});
