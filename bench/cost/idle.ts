import { MINUTE_MS } from '#shared/plain/time.ts';
import { join } from 'node:path';
import type { Amounts } from '#functions/costs/prices.ts';
import { together } from '#infra/scale/counts.ts';
import { startCountedSite } from '../counted/counted-site.ts';
import { hourly, sumOf } from '../counted/tally.ts';
import { emptyWeb } from '../site/bench-site.ts';
import { purposeAmounts } from './amounts.ts';

/** One tick per minute. */
const MINUTES = 2;

/** Returns the usage of an hour of a site without users: its ticks. */
export async function countIdle(folder: string): Promise<Amounts> {
  const site = await startCountedSite({
    dataDir: join(folder, 'cost-idle'),
    dist: emptyWeb(`${folder}/empty`),
  });
  await new Promise((resolve) => setTimeout(resolve, MINUTE_MS / 2));
  const before = site.counts();
  await new Promise((resolve) => setTimeout(resolve, MINUTES * MINUTE_MS));
  const hour = hourly(before, site.counts(), MINUTES * MINUTE_MS);
  await site.close();
  return together(purposeAmounts(hour, 'work'), { event: sumOf(hour, 'invocations work') });
}
