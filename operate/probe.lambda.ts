/** Runs hourly in a deployed site (`infra/cloud/probe.ts`): `npm run smoke -- --only page,chat`, through the CDN. */
import { logStep, measure } from '#functions/log/log.ts';
import { smoke } from './smoke/smoke.ts';

/** Leaves the Lambda time to delete the account. */
const TRIES_FOR_MS = 90_000;

/** Counts a success, whose absence rings the alarm `ProbeMissing`. Throws if a step failed, so that Lambda retries. */
export async function handler(): Promise<void> {
  const { SITE_URL: siteUrl } = process.env;
  if (!siteUrl) throw new Error('The probe lacks the variable SITE_URL');
  const signal = AbortSignal.timeout(TRIES_FOR_MS);
  const say = (words: string): void => logStep('probe', { words });
  const failures = await smoke({ siteUrl, only: ['page', 'chat'], signal, say });
  if (signal.aborted) throw new Error('The site took too long');
  if (failures > 0) throw new Error('A step failed');
  measure({ name: 'Probes', value: 1 });
}
