/**
 * `npm run ring -- ALARM STAGE` makes an alarm of a deployed site ring, to see whom it wakes (runbook). It asks CloudWatch
 * for the alarm as it stands there. `AWS_REGION`, the site's, and AWS's own credentials say where.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { runProgram } from './program.ts';
import { cloudWatchOf } from './ring/cloudwatch.ts';
import { ring } from './ring/ring.ts';

await runProgram(async () => {
  const [name = '', stage = 'dev'] = process.argv.slice(2);
  if (!/^[\w-]+$/.test(name)) throw new Error('usage: npm run ring -- ALARM [STAGE]');
  // Only for where it would send, and as whom.
  const { region, credentials, sha256 } = new DynamoDBClient({}).config;
  const cloudWatch = cloudWatchOf({ credentials, sha256 });
  console.log(await ring({ cloudWatch, name, stage, region: await region(), nowMs: Date.now() }));
  return true;
});
