/**
 * `npm run ring -- ALARM STAGE` makes an alarm of a deployed site ring, to see whom it wakes (runbook). It asks CloudWatch
 * for the alarm as it stands there. `AWS_REGION` and AWS's own credentials say where.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { endpointOf, signedRequests } from '../functions/aws/signed-requests.ts';
import { ringingOf, type AlarmDefinition } from '../infra/cloud/alarms/ring.ts';

const [name = '', stage = 'dev'] = process.argv.slice(2);
if (!/^[A-Za-z]+$/.test(name)) stop('usage: npm run ring -- ALARM [STAGE]');

// Only for where it would send, and as whom.
const { region, credentials, sha256 } = new DynamoDBClient({}).config;
const send = signedRequests('monitoring', { region, credentials, sha256 });

const AlarmName = `Fanfare-${stage}-${name}`;
const { MetricAlarms = [] } = (await ask('DescribeAlarms', { AlarmNames: [AlarmName] })) as {
  readonly MetricAlarms?: readonly AlarmDefinition[];
};
const alarm = MetricAlarms[0] ?? stop(`There is no alarm ${AlarmName} here.`);
const { operation, input } = ringingOf(alarm, Date.now());
await ask(operation, input);
process.stdout.write(
  operation === 'SetAlarmState'
    ? `${AlarmName} rings until CloudWatch looks again.\n`
    : `${AlarmName} rings within a few minutes, by what it watches.\n`,
);

/** By AWS JSON 1.0. */
async function ask(operation: string, input: object): Promise<object> {
  const url = new URL('/', await endpointOf('cloudwatch', region, 'monitoring'));
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `GraniteServiceVersion20100801.${operation}`,
  };
  const { status, body } = await send({ method: 'POST', url, headers, body: JSON.stringify(input) });
  if (status !== 200) stop(`CloudWatch refuses ${operation}: ${body}`);
  return body === '' ? {} : (JSON.parse(body) as object);
}

function stop(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
