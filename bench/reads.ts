import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readCosts } from '#test/support/api/reads/read-costs.ts';
import { startTableForReads } from '#test/support/api/reads/table-for-reads.ts';
import { printTable } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** `BENCH_CHANNELS` sets another. */
const MOST_CHANNELS = Number(process.env['BENCH_CHANNELS'] || 100_000);
const FEWER_CHANNELS = [100, 2000, 20_000].filter((channels) => channels < MOST_CHANNELS);

type Costs = Readonly<Record<string, number>>;

/** What every GET costs in DynamoDB units, from a hundred channels to as many as there may be. It must be the same. */
export async function measureReads(): Promise<void> {
  const folder = temporaryFolder();
  const fewer: Costs[] = [];
  for (const channels of FEWER_CHANNELS) fewer.push(await costsAt(folder, channels));
  const most = await costsAt(folder, MOST_CHANNELS);
  const rows = Object.entries(most).map(([what, units]) => {
    const before = fewer.map((costs) => costs[what] ?? Number.NaN);
    const budget = { text: 'the same', met: before.every((other) => other === units) };
    return { what, ours: `${units}`, peer: before.join(' / '), ratio: units / (before[0] ?? units), budget };
  });
  const heading = `DynamoDB units of each read at ${format(MOST_CHANNELS)} channels`;
  printTable(heading, `at ${FEWER_CHANNELS.map(format).join(' / ')}`, rows);
}

async function costsAt(folder: string, channels: number): Promise<Costs> {
  const dataDir = join(folder, `${channels}`);
  mkdirSync(dataDir);
  const { table, unitsOf, reader, close } = await startTableForReads(dataDir, channels);
  try {
    return await readCosts(table, unitsOf, reader);
  } finally {
    await close();
  }
}

const format = (count: number): string => count.toLocaleString('en');
