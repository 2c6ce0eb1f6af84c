import { describe, expect, test } from 'vitest';
import { METRIC_NAMESPACE, METRICS } from '#functions/metrics/metrics.ts';
import type { SiteStackProps } from '#infra/cloud/site-stack.ts';
import { ALARM_METRICS, COMPOSITE_ALARMS } from '#infra/scale/idle-month.ts';
import { alarmsIn, compositeAlarmsIn } from '#test/support/site/stack/alarms/alarms.ts';
import { deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { isAllowed } from '#test/support/site/stack/iam-evaluation.ts';
import { logicalId, resources } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

interface AlarmProperties {
  readonly AlarmName: string;
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  readonly Metrics?: readonly {
    readonly MetricStat?: { readonly Metric: { Namespace: string; MetricName: string } };
  }[];
  readonly AlarmActions: unknown;
  readonly OKActions: unknown;
  readonly TreatMissingData: string;
}

const site = synthesizeSite();
const alarms = Object.values(resources<AlarmProperties>(site, 'AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties,
);

const [composite, ...others] = compositeAlarmsIn(site);
const partsOfComposite = [
  'ApiServerErrors',
  ...['Api', 'Playlists', 'Community', 'Accounts', 'Publishing', 'Pages', 'Realtime'].map(
    (name) => `${name}Errors`,
  ),
];

test('every alarm notifies the topic when it starts and ends, by itself or as a part of the composite one', () => {
  const topic = [{ Ref: logicalId(site.stack, 'Alarms/Topic') }];
  const isPart = (name: string) => partsOfComposite.includes(name.replace('Fanfare-', ''));
  for (const alarm of alarms.filter(({ AlarmName }) => !isPart(AlarmName)))
    expect(alarm).toMatchObject({ AlarmActions: topic, OKActions: topic });
  for (const part of alarms.filter(({ AlarmName }) => isPart(AlarmName)))
    expect(part).not.toHaveProperty('AlarmActions');
  expect(composite).toMatchObject({
    AlarmName: 'Fanfare-RequestsFail',
    AlarmActions: topic,
    OKActions: topic,
  });
  expect(others).toEqual([]);
});

test('the costs of an idle site count what its alarms watch, each metric of an expression too', () => {
  const stacks = Object.values(deployed({ ...PRODUCTION, gradual: 'no' }));
  const watched = stacks
    .flatMap(alarmsIn)
    .map(({ Metrics }) => Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1);
  expect(ALARM_METRICS).toBe(watched.reduce((sum, count) => sum + count, 0));
  expect(COMPOSITE_ALARMS).toBe(stacks.flatMap(compositeAlarmsIn).length);
});

test('what has a limit rings at four fifths of it', () => {
  const thresholds = (props?: SiteStackProps) =>
    Object.fromEntries(
      alarmsIn(synthesizeSite(props)).map(({ AlarmName, Threshold, Period }) => [
        AlarmName.replace('Fanfare-', ''),
        [Threshold, Period],
      ]),
    );
  expect(thresholds()).toMatchObject({
    ApiRequests: [0.8 * 60 * apiThrottle(), 60],
    AccountConcurrency: [800, 300],
    LiveStreamsQuota: [80, 300],
    WindowJobsQuota: [80, 60],
    CameraSlots: [40, 300],
    // New accounts are refused at half of it.
    SiteBudget: [40, 60],
  });
  const camera = { windowMs: 4000, jobsPerSecond: 5, maxBroadcasts: 100 };
  expect(thresholds({ camera, concurrencyQuota: 5000, liveStreamsQuota: 10 })).toMatchObject({
    AccountConcurrency: [4000, 300],
    LiveStreamsQuota: [8, 300],
    CameraSlots: [80, 300],
  });
  expect(thresholds({ newAccountDays: 0 })['SiteBudget']).toEqual([80, 60]);
  expect(thresholds({ reservedPercent: 100 })['SiteBudget']).toEqual([80, 60]);
});

function apiThrottle(): number {
  const [stage] = Object.values(
    resources<{ DefaultRouteSettings: { ThrottlingRateLimit: number } }>(site, 'AWS::ApiGatewayV2::Stage'),
  );
  return stage!.Properties.DefaultRouteSettings.ThrottlingRateLimit;
}

test('log metrics are read from this stage’s log lines', () => {
  const own = alarms.filter(({ Namespace }) => Namespace === METRIC_NAMESPACE);
  expect(own.length).toBeGreaterThan(2);
  for (const { MetricName, Dimensions } of own) {
    expect(Object.keys(METRICS)).toContain(MetricName);
    expect(Dimensions).toContainEqual({ Name: 'Stage', Value: 'dev' });
  }
});

describe('the alarm topic', () => {
  const topic = { Ref: logicalId(site.stack, 'Alarms/Topic') };
  const thisAccount = JSON.stringify({ Ref: 'AWS::AccountId' });
  const [policy] = Object.values(
    resources<{ PolicyDocument: { Statement: never[] } }>(site, 'AWS::SNS::TopicPolicy'),
  );
  const mayPublish = (service: string, context: Readonly<Record<string, string>>): boolean =>
    isAllowed(policy?.Properties.PolicyDocument.Statement ?? [], {
      service,
      action: 'sns:Publish',
      resource: topic,
      context: { 'aws:SecureTransport': 'true', ...context },
    });

  test.each(['cloudwatch', 'budgets', 'costalerts'])('accepts %s of this account', (name) => {
    expect(mayPublish(`${name}.amazonaws.com`, { 'aws:SourceAccount': thisAccount })).toBe(true);
  });

  test.each([
    ['by an alarm of another account', 'cloudwatch', { 'aws:SourceAccount': '999999999999' }],
    ['by a service that does not say for whom', 'cloudwatch', {}],
    ['by a rule, as EventBridge does not say whose it is', 'events', {}],
    ['by a service that is not named', 's3', { 'aws:SourceAccount': thisAccount }],
    ['in clear', 'cloudwatch', { 'aws:SourceAccount': thisAccount, 'aws:SecureTransport': 'false' }],
  ])('refuses %s', (_how, name, context) => {
    expect(mayPublish(`${name}.amazonaws.com`, context)).toBe(false);
  });
});
