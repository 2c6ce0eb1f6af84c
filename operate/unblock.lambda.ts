/**
 * Runs every five minutes next to the CDN's web ACL (`infra/cloud/guard/blocked-addresses.ts`): ends expired blocks of
 * `npm run block -- --for`.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { logStep } from '#functions/log/log.ts';
import { removeExpired, type SetId } from './block/ip-set.ts';
import { wafOf } from './block/waf.ts';

/** Throws AWS's errors, which the alarm `BlocksNotEnding` counts. */
export async function handler(): Promise<void> {
  const { BLOCKED_SETS } = process.env;
  if (!BLOCKED_SETS) throw new Error('The Lambda lacks the variable BLOCKED_SETS');
  const { credentials, sha256 } = new DynamoDBClient({}).config;
  const waf = wafOf({ credentials, sha256 });
  for (const set of JSON.parse(BLOCKED_SETS) as readonly SetId[])
    for (const network of await removeExpired(waf, set, Date.now())) logStep('unblock', { network });
}
