/**
 * `npm run ring -- ALARM STAGE` makes an alarm of a deployed site ring, to test who is notified (runbook). Reads the
 * alarm's definition from CloudWatch. Uses the site's `AWS_REGION` and AWS's own credentials.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { runProgram } from './program.ts';
import { cloudWatchOf } from './ring/cloudwatch.ts';
import { ring } from './ring/ring.ts';

await runProgram(async () => {
  const [name = '', stage = 'dev'] = process.argv.slice(2);
  if (!/^[\w-]+$/.test(name)) throw new Error('usage: npm run ring -- ALARM [STAGE]');
  // The client is only used to resolve the region and the credentials.
  const { region, credentials, sha256 } = new DynamoDBClient({}).config;
  const cloudWatch = cloudWatchOf({ credentials, sha256 });
  console.log(await ring({ cloudWatch, name, stage, region: await region(), nowMs: Date.now() }));
  return true;
});
