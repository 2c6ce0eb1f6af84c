/** `npm run ring`, against the alarms of the templates. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lambdas } from '#functions/lambdas.ts';
import { METRIC_NAMESPACE } from '#functions/metrics/metrics.ts';
import { startAwsServer } from '#infra/local/aws/aws-server.ts';
import { localCredentials } from '#infra/local/aws/credentials.ts';
import { ring, type CloudWatch } from '#operate/ring/ring.ts';
import { badData, isOfSilence, ringingOf } from '#operate/ring/ringing.ts';
import packageJson from '#package.json' with { type: 'json' };
import { evaluate, evaluateExpression } from '#test/support/site/stack/alarms/alarm-evaluation.ts';
import { alarmsIn } from '#test/support/site/stack/alarms/alarms.ts';
import { deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { fakeCloudWatch } from '#test/support/site/stack/alarms/cloudwatch.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOW_MS = Date.parse('2026-11-20T12:00:30Z');
const SITE_REGION = 'eu-west-1';
/** Without the alarms of rollouts, which have no action and are named after their version. */
const stacks = Object.values(deployed({ ...PRODUCTION, gradual: 'no' }));
const all = stacks.flatMap((site) =>
  alarmsIn(site).map((alarm) => ({
    alarm,
    name: alarm.AlarmName.replace(`${site.stack.stackName}-`, ''),
    region: site.stack.region,
  })),
);
const ofOneMetric = all.filter(({ alarm }) => !alarm.Metrics);
const ofExpressions = all.filter(({ alarm }) => alarm.Metrics);
const named = (some: typeof all) => some.map(({ name, alarm }) => [name, alarm] as const);

test.each(named(ofOneMetric.filter(({ alarm }) => !isOfSilence(alarm))))(
  'the alarm %s rings at its threshold and not below',
  (_name, alarm) => {
    const bad = badData(alarm, NOW_MS);
    expect(evaluate(alarm, bad, NOW_MS)).toBe('ALARM');
    expect(evaluate(alarm, bad.slice(1), NOW_MS)).toBe('OK');
    const better = bad.map((datum) => ({ ...datum, Value: datum.Value - 1 }));
    expect(evaluate(alarm, better, NOW_MS)).toBe('OK');
    expect(evaluate(alarm, [], NOW_MS)).toBe('OK');
  },
);

test.each(named(ofOneMetric.filter(({ alarm }) => isOfSilence(alarm))))(
  'the alarm %s is silent until its metric has data, and rings when data stops',
  (_name, alarm) => {
    const { MetricName = '', Dimensions = [], Threshold } = alarm;
    const ticks = [{ MetricName, Dimensions, Timestamp: NOW_MS / 1000 - 60, Value: Math.ceil(Threshold) }];
    // The initial state of an alarm, in which it publishes nothing; it does after another state.
    expect(evaluate(alarm, [], NOW_MS)).toBe('INSUFFICIENT_DATA');
    expect(evaluate(alarm, ticks, NOW_MS)).toBe('OK');
  },
);

/** Metrics of all rate alarms with so many failures in `calls`. */
const failing = (failures: number, calls: number) => ({
  Errors: failures,
  Invocations: calls,
  '5xx': failures,
  Count: calls,
  '5xxErrorRate': (100 * failures) / calls,
  Requests: calls,
});

test.each(named(ofExpressions))('the alarm %s rings by a share of calls, and not by few', (_name, alarm) => {
  const states = [failing(3, 100), failing(2, 2), failing(5, 1000), failing(6, 1000), failing(0, 100), {}];
  expect(states.map((values) => evaluateExpression(alarm, values))).toEqual([
    'ALARM',
    'OK',
    'OK',
    'ALARM',
    'OK',
    'OK',
  ]);
});

test('alarms on rates are those of the API, of each Lambda and of the CDN', () => {
  expect(ofExpressions).toHaveLength(1 + Object.keys(lambdas).length + 1);
});

describe('npm run ring for one alarm', () => {
  /** CloudWatch in all regions, with the alarms of a site. */
  function everywhere() {
    const regions = new Map(
      [SITE_REGION, 'us-east-1'].map((region) => {
        const alarms = all.filter((one) => one.region === region).map(({ alarm }) => alarm);
        return [region, fakeCloudWatch(alarms, () => NOW_MS)];
      }),
    );
    const cloudWatch: CloudWatch = async (region, operation, input) =>
      (await regions.get(region)!.operations[operation]!(input as never)) ?? {};
    return { cloudWatch, ringing: () => [...regions.values()].flatMap((one) => one.ringing()) };
  }

  test.each(all)('makes $name ring, and no other', async ({ name, alarm }) => {
    const { cloudWatch, ringing } = everywhere();
    expect(ringing()).toEqual([]);
    const said = await ring({ cloudWatch, name, stage: 'prod', region: SITE_REGION, nowMs: NOW_MS });
    expect(ringing()).toEqual([alarm.AlarmName]);
    expect(said).toContain(alarm.AlarmName);
  });

  test('rings a composite alarm by one of its parts', async () => {
    const { cloudWatch, ringing } = everywhere();
    await ring({ cloudWatch, name: 'RequestsFail', stage: 'prod', region: SITE_REGION, nowMs: NOW_MS });
    expect(ringing()).toEqual(['Fanfare-prod-ApiServerErrors']);
  });

  test('uses threshold values for our own metrics', () => {
    const own = all.filter(({ alarm }) => ringingOf(alarm, NOW_MS).operation === 'PutMetricData');
    expect(own.length).toBeGreaterThan(5);
    const ours = all.filter(({ alarm }) => alarm.Namespace === METRIC_NAMESPACE && !isOfSilence(alarm));
    expect(own).toEqual(ours);
    const runbook = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8');
    const [, listed = ''] =
      /so that metric, alarm, topic and mail are all tried: ([^.]+)\./.exec(runbook) ?? [];
    expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted()).toEqual(
      own.map(({ name }) => name).toSorted(),
    );
  });
});

describe('npm run ring against CloudWatch', () => {
  const [, PROGRAM = ''] = packageJson.scripts.ring.split(' ');
  const credentials = localCredentials(newFolder());

  function run(endpoint: string, ...args: string[]): Promise<{ code: number; said: string }> {
    const env = {
      AWS_REGION: SITE_REGION,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_CLOUDWATCH: endpoint,
    };
    return new Promise((resolve) => {
      execFile(process.execPath, [join(ROOT, PROGRAM), ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
      );
    });
  }

  test('sends signed requests, and reports what will ring or what is missing', async () => {
    const { operations, ringing } = fakeCloudWatch(
      all.map(({ alarm }) => alarm),
      Date.now,
    );
    const server = await startAwsServer({ credentials, operations });
    try {
      expect(await run(server.endpoint, 'ApiServerErrors', 'prod')).toEqual({
        code: 0,
        said: 'Fanfare-prod-ApiServerErrors rings until CloudWatch evaluates it again.\n',
      });
      expect(await run(server.endpoint, 'LiveLimits', 'prod')).toMatchObject({ code: 0 });
      expect(ringing().toSorted()).toEqual(['Fanfare-prod-ApiServerErrors', 'Fanfare-prod-LiveLimits']);
      expect(await run(server.endpoint, 'LiveLimits')).toEqual({
        code: 1,
        said: 'There is no alarm Fanfare-dev-LiveLimits in eu-west-1.\n',
      });
    } finally {
      await server.close();
    }
  });
});
