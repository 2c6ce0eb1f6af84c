/**
 * `npm run redrive -- STAGE[/NAME] [--send] [--most 100]`: lists the dead letters of a site, and sends them back to
 * their origin (runbook). The stage `local` is the local site (`DATA_DIR`); others use `AWS_REGION` and AWS's own
 * credentials.
 */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { useThisMachine } from './admin/site-table.ts';
import { runProgram } from './program.ts';
import { redriveAws } from './redrive/aws.ts';
import { redrive } from './redrive/redrive.ts';

const USAGE = 'usage: npm run redrive -- STAGE[/NAME] [--send] [--most 100]';
const MOST = 100;

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { send: { type: 'boolean', default: false }, most: { type: 'string', default: String(MOST) } },
  });
  const [, stage, name] = /^([a-z0-9]+)(?:\/([A-Za-z]+))?$/.exec(positionals[0] ?? '') ?? [];
  const most = Number(values.most);
  if (!stage || !Number.isInteger(most) || most < 1) throw new Error(USAGE);
  if (stage === 'local' && !process.env['AWS_ENDPOINT_URL_SQS']) useThisMachine();
  // The client is only used to resolve the region and the credentials.
  const { region, credentials, sha256 } = new DynamoDBClient({}).config;
  const left = await redrive({
    aws: redriveAws({ region, credentials, sha256 }),
    stage,
    name,
    isSending: values.send,
    most,
    say: (words) => console.log(words),
    clock: Date.now,
  });
  return !values.send || left === 0;
});
