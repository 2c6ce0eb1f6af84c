import { expect, it } from 'vitest';
import { batchesRepository } from '#functions/realtime/batches.repository.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

const site = await localApi();

const NOW_MS = Date.UTC(2026, 10, 29, 12);
const EVENT = { type: 'gone' } as const;
const notes = async (of: string) =>
  (await readAll(site.table)).filter(({ pk, sk }) => pk === `EVENT_BATCH#${of}` && sk === 'NOTE');
const isDue = async (of: string, atMs: number) =>
  (await batchesRepository(site.table).listDue(atMs, 100)).some(({ id }) => id === of);

it('an event is due from when it is added, until it is known to be published', async () => {
  const batches = batchesRepository(site.table);
  await batches.add('ADA', EVENT, NOW_MS);
  expect(await isDue('ADA', NOW_MS + 30_000)).toBe(true);
  expect(await batches.awaitedSince('ADA')).toBe(NOW_MS);
  await batches.take('ADA', NOW_MS);
  expect(await batches.awaitedSince('ADA')).toBeNull();
  await batches.removeNote('ADA', NOW_MS + 30_000);
  expect(await isDue('ADA', NOW_MS + 30_000)).toBe(false);
});

it('the number of viewers is known where the events do not have it', async () => {
  const batches = batchesRepository(site.table);
  await batches.add('BEA', { type: 'viewers', followers: 1 }, NOW_MS, 4711);
  expect(await batches.add('BEA', EVENT, NOW_MS)).toMatchObject({ viewers: 4711 });
});

it('one note covers the batches of a while, and a later event makes a later one', async () => {
  const batches = batchesRepository(site.table);
  await batches.add('GRACE', EVENT, NOW_MS);
  const [first] = await notes('GRACE');
  for (const afterMs of [500, 1000, 19_000]) {
    await batches.take('GRACE', NOW_MS + afterMs);
    await batches.add('GRACE', EVENT, NOW_MS + afterMs);
  }
  expect(await notes('GRACE')).toEqual([first]);
  await batches.add('GRACE', EVENT, NOW_MS + 21_000);
  await batches.removeNote('GRACE', NOW_MS + 26_000);
  expect(await isDue('GRACE', NOW_MS + 26_000)).toBe(false);
  expect(await isDue('GRACE', NOW_MS + 50_000)).toBe(true);
});

it('says how many bytes wait, and whether some of the interval were taken early', async () => {
  const batches = batchesRepository(site.table);
  const one = await batches.add('EVE', EVENT, NOW_MS);
  const two = await batches.add('EVE', EVENT, NOW_MS);
  expect(one).toMatchObject({ isFirst: true, isEarly: false });
  expect(two).toMatchObject({ isFirst: false });
  expect((two as { bytes: number }).bytes).toBeGreaterThan((one as { bytes: number }).bytes);
  await batches.take('EVE', NOW_MS, true);
  expect(await batches.add('EVE', EVENT, NOW_MS)).toMatchObject({ isFirst: true, isEarly: true });
  await batches.take('EVE', NOW_MS, true);
  expect(await batches.add('EVE', EVENT, NOW_MS + 3000)).toMatchObject({ isEarly: false });
  await batches.take('EVE', NOW_MS);
  // By one that came too late.
  expect(await batches.take('EVE', NOW_MS, true)).toEqual([]);
  expect(await batches.add('EVE', EVENT, NOW_MS)).toMatchObject({ isFirst: true, isEarly: false });
});
