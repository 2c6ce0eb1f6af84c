import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountsRepository } from '../../functions/auth/auth.repository.ts';
import type { Table } from '../../functions/aws/table/table.ts';
import { detailsRepository } from '../../functions/channels/table/details.repository.ts';
import { viewersRepository } from '../../functions/channels/table/viewers.repository.ts';
import { followsRepository } from '../../functions/follows/follows.repository.ts';
import { streamingRepository } from '../../functions/streaming/table/streaming.repository.ts';
import {
  startAndOpenTable,
  startImportedTable,
  type OpenedTable,
} from '../support/api/table/imported-table.ts';
import {
  emailOf,
  ingestOf,
  itemsOf,
  JOINED_MS,
  populationOf,
  streamKeyOf,
  type Inhabitant,
} from '../support/api/table/population.ts';
import { readAll } from '../support/api/table/table-reader.ts';
import { newFolder } from '../support/runner/temporary-folder.ts';

/** Enough for live and offline ones, several categories and none of them, and everybody who follows. */
const PEOPLE = 40;

const population = populationOf(PEOPLE);
let imported: OpenedTable;
let real: OpenedTable;

beforeAll(async () => {
  imported = await startImportedTable(newFolder(), itemsOf(population));
  real = await startAndOpenTable(newFolder());
});
afterAll(async () => {
  await imported?.close();
  await real?.close();
});

async function join(table: Table, { channel }: Inhabitant): Promise<void> {
  const { id, username, title, game, tags, description, is_live } = channel;
  const createdAt = new Date(JOINED_MS).toISOString();
  const account = {
    id,
    username,
    displayName: username,
    email: emailOf(username),
    createdAt,
    isUnverified: false,
  };
  await accountsRepository(table).create(account, JOINED_MS);
  await detailsRepository(table).change(id, { title, game, tags, description });
  if (is_live) await goLive(table, channel);
}

async function goLive(
  table: Table,
  { id, title, game, tags, viewers }: Inhabitant['channel'],
): Promise<void> {
  const streams = streamingRepository(table);
  const { playbackUrl } = ingestOf(id);
  const details = { title, game, tags: [...tags] };
  const live = { channelId: id, details, keepsReplay: true, playbackUrl, streamKey: streamKeyOf(id) };
  await streams.saveIngestChannel(id, ingestOf(id), JOINED_MS);
  await streams.goLive({ ...live, nowMs: JOINED_MS });
  await viewersRepository(table).setViewers(id, viewers);
}

/** All items by their keys, without the number of changes, which the import does not know. */
async function itemsByKey({ table }: OpenedTable) {
  const entries = (await readAll(table)).map((item) => {
    const { version: _, ...others } = item;
    return [`${item.pk} ${item.sk}`, others] as const;
  });
  return Object.fromEntries(entries);
}

it('a population has the items that sign-up, profiles, streams and follows write', async () => {
  for (const inhabitant of population) await join(real.table, inhabitant);
  const follows = followsRepository(real.table);
  for (const { channel, follows: ids } of population)
    for (const id of ids) await follows.follow(channel.id, id, JOINED_MS);
  const written = await itemsByKey(real);
  expect(Object.keys(written).length).toBeGreaterThan(PEOPLE * 8);
  expect(await itemsByKey(imported)).toEqual(written);
});
