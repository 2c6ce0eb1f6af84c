import { openTable, type Table } from '../functions/aws/table.ts';
import type { ChannelItem } from '../functions/channels/channel.item.ts';
import { LOCAL_REGION, localCredentials } from '../infra/local/credentials.ts';
import { startTable } from '../infra/resources/table/table.local.ts';
import { readCosts, seedForReads } from '../test/support/read-costs.ts';
import { measureUnits } from '../test/support/read-units.ts';
import { printTable } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const SMALL = 100;
/** `BENCH_CHANNELS` sets another; the local DynamoDB writes the slower the more there are. */
const LARGE = Number(process.env['BENCH_CHANNELS'] || 2000);

/** What every public read costs in DynamoDB units, at a hundred channels and at many. They must be the same. */
export async function measureReads(): Promise<void> {
  const dataDir = temporaryFolder();
  const credentials = localCredentials(dataDir);
  const local = await startTable(dataDir, credentials);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: local.endpoint,
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  const table = openTable(local.tableName);
  const unitsOf = measureUnits(table);
  const [caller] = await seedForReads(table, SMALL);
  const few = await costsFor(table, unitsOf, caller);
  await seedForReads(table, LARGE - SMALL);
  const many = await costsFor(table, unitsOf, caller);
  const rows = Object.entries(many).map(([what, units]) => {
    const before = few[what] ?? Number.NaN;
    const budget = { text: 'the same', met: units === before };
    return { what, ours: `${units}`, peer: `${before}`, ratio: units / before, budget };
  });
  printTable(`DynamoDB units of each read at ${LARGE} channels`, `at ${SMALL} channels`, rows);
  table.client.destroy();
  await local.close();
}

function costsFor(
  table: Table,
  unitsOf: (read: () => Promise<unknown>) => Promise<number>,
  caller: ChannelItem | undefined,
): Promise<Record<string, number>> {
  if (!caller) throw new Error('No channel was written');
  return readCosts(table, unitsOf, caller);
}
