import { spawnSync } from 'node:child_process';

/** Set by `BENCH_CHANNELS`. */
const MAX_CHANNELS = process.env['BENCH_CHANNELS'] || '100000';

/** Tests that every GET costs the same DynamoDB units with this many channels as with a hundred. */
export async function measureReads(): Promise<void> {
  const args = ['run', '--project', 'unit', 'test/functions/reads-of-more.cost.test.ts'];
  const env = { ...process.env, READ_CHANNELS: MAX_CHANNELS };
  const { status } = spawnSync('node_modules/.bin/vitest', args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error('Reads cost more on a larger site');
}
