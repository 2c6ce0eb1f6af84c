import { describe, expect, test } from 'vitest';
import { METRIC_NAMESPACE, METRICS } from '#functions/metrics/metrics.ts';
import type { SiteStackProps } from '#infra/cloud/site-stack.ts';
import { tableSchema } from '#infra/agreed/table-schema.ts';
import { ALARM_METRICS, JOINT_ALARMS } from '#infra/scale/idle-month.ts';
import { alarmsIn, jointAlarmsIn } from '#test/support/site/stack/alarms/alarms.ts';
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
const names = alarms.map(({ AlarmName }) => AlarmName.replace('Fanfare-', ''));

test('whatever may fail or reach a limit has an alarm', () => {
  expect(names.toSorted()).toEqual([
    'AccountConcurrency',
    'AccountsErrors',
    'AccountsThrottles',
    'ApiErrors',
    'ApiRefusals',
    'ApiRequests',
    'ApiServerErrors',
    'ApiSlow',
    'ApiThrottles',
    'CameraSlots',
    'ChunksDeadLetters',
    'ChunksErrors',
    'ChunksThrottles',
    'CommunityErrors',
    'CommunityThrottles',
    'EventsDeadLetters',
    'EventsErrors',
    'EventsThrottles',
    ...['Gsi1', 'Gsi2', 'Gsi3', 'Gsi4'].flatMap((index) => [
      `${index}ReadThrottles`,
      `${index}WriteThrottles`,
    ]),
    'ItemsFail',
    'LiveLimits',
    'LiveStreamsQuota',
    'MailBounces',
    'MailComplaints',
    'NewsDeadLetters',
    'NewsErrors',
    'NewsNoticesDeadLetters',
    'NewsPagesLate',
    'NewsStreamLate',
    'NewsThrottles',
    'NewsTickMissing',
    'PageFallbacks',
    'PagesErrors',
    'PagesThrottles',
    'PasswordGuesses',
    'PlaybackFailures',
    'PlaylistsErrors',
    'PlaylistsThrottles',
    'ProbeMissing',
    'PublishingErrors',
    'PublishingThrottles',
    'RealtimeErrors',
    'RealtimeThrottles',
    'SiteBudget',
    'TableReadThrottles',
    'TableWriteThrottles',
    'TickMissing',
    'VideosJobErrors',
    'VideosJobWaits',
    'WindowJobsQuota',
    'WindowsJobErrors',
    'WindowsJobWaits',
    'WindowsLate',
  ]);
});

const [joint, ...otherJoint] = jointAlarmsIn(site);
const partsOfJoint = [
  'ApiServerErrors',
  ...['Api', 'Playlists', 'Community', 'Accounts', 'Publishing', 'Pages', 'Realtime'].map(
    (name) => `${name}Errors`,
  ),
];

test('every alarm notifies the topic when it starts and ends, by itself or as a part of the joint one', () => {
  const topic = [{ Ref: logicalId(site.stack, 'Alarms/Topic') }];
  const isPart = (name: string) => partsOfJoint.includes(name.replace('Fanfare-', ''));
  for (const alarm of alarms.filter(({ AlarmName }) => !isPart(AlarmName)))
    expect(alarm).toMatchObject({ AlarmActions: topic, OKActions: topic });
  for (const part of alarms.filter(({ AlarmName }) => isPart(AlarmName)))
    expect(part).not.toHaveProperty('AlarmActions');
  expect(joint).toMatchObject({ AlarmName: 'Fanfare-RequestsFail', AlarmActions: topic, OKActions: topic });
  expect(otherJoint).toEqual([]);
});

test('one cause that fails requests is one notification', () => {
  const rule = JSON.stringify(joint?.AlarmRule);
  const arns = [...rule.matchAll(/"Fn::GetAtt":\["(\w+)","Arn"\]/g)].map(([, id]) => id!);
  const named = resources<AlarmProperties>(site, 'AWS::CloudWatch::Alarm');
  expect(arns.map((id) => named[id]?.Properties.AlarmName.replace('Fanfare-', '')).toSorted()).toEqual(
    partsOfJoint.toSorted(),
  );
  expect(rule).not.toMatch(/AND|NOT/);
});

test('missing data is good, except for ticks and probes, which are silent until the first and notice the last', () => {
  const topic = [{ Ref: logicalId(site.stack, 'Alarms/Topic') }];
  const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
  expect(silent.map(({ AlarmName }) => AlarmName.replace('Fanfare-', ''))).toEqual([
    'TickMissing',
    'NewsTickMissing',
    'ProbeMissing',
  ]);
  for (const alarm of silent)
    expect(alarm).toMatchObject({ TreatMissingData: 'missing', InsufficientDataActions: topic });
});

test('each index has alarms of its own for reads and writes', () => {
  for (const { name } of tableSchema.indexes)
    for (const kind of ['Read', 'Write']) {
      const title = `${name[0]!.toUpperCase()}${name.slice(1)}`;
      expect(alarms.find(({ AlarmName }) => AlarmName === `Fanfare-${title}${kind}Throttles`)).toMatchObject({
        Namespace: 'AWS/DynamoDB',
        MetricName: `${kind}ThrottleEvents`,
        Dimensions: [
          { Name: 'GlobalSecondaryIndexName', Value: name },
          { Name: 'TableName', Value: expect.anything() },
        ],
      });
    }
});

test('the costs of an idle site count what its alarms watch, each metric of an expression too', () => {
  const stacks = Object.values(deployed({ ...PRODUCTION, gradual: 'no' }));
  const watched = stacks
    .flatMap(alarmsIn)
    .map(({ Metrics }) => Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1);
  expect(ALARM_METRICS).toBe(watched.reduce((sum, count) => sum + count, 0));
  expect(JOINT_ALARMS).toBe(stacks.flatMap(jointAlarmsIn).length);
});

test('ticks that succeed are counted for each Lambda, so that no other work hides their absence', () => {
  for (const [name, lambda] of [
    ['TickMissing', 'events'],
    ['NewsTickMissing', 'news'],
  ])
    expect(alarms.find(({ AlarmName }) => AlarmName === `Fanfare-${name}`)).toMatchObject({
      MetricName: 'Ticks',
      Dimensions: [
        { Name: 'Lambda', Value: lambda },
        { Name: 'Stage', Value: 'dev' },
      ],
    });
});

test('each alarm watches the metric that its name says', () => {
  const metricOf = Object.fromEntries(
    alarms.map((alarm) => {
      const { Namespace, MetricName } = alarm.Metrics?.[1]?.MetricStat?.Metric ?? alarm;
      return [alarm.AlarmName, `${Namespace} ${MetricName}`];
    }),
  );
  expect(metricOf).toMatchObject({
    'Fanfare-ApiServerErrors': 'AWS/ApiGateway 5xx',
    'Fanfare-PublishingErrors': 'AWS/Lambda Errors',
    'Fanfare-PublishingThrottles': 'AWS/Lambda Throttles',
    'Fanfare-EventsDeadLetters': 'AWS/SQS ApproximateNumberOfMessagesVisible',
    'Fanfare-TickMissing': 'Fanfare Ticks',
    'Fanfare-SiteBudget': 'Fanfare SiteBudgetPercent',
    'Fanfare-PasswordGuesses': 'Fanfare StrangersGuesses',
    'Fanfare-WindowsJobErrors': 'AWS/MediaConvert JobsErroredCount',
    'Fanfare-WindowsJobWaits': 'AWS/MediaConvert StandbyTime',
    'Fanfare-LiveLimits': 'Fanfare LimitBreaches',
    'Fanfare-ApiRefusals': 'Fanfare ApiRefusals',
    'Fanfare-PageFallbacks': 'Fanfare PageFallbacks',
    'Fanfare-ItemsFail': 'Fanfare FailedItems',
    'Fanfare-ApiSlow': 'AWS/ApiGateway IntegrationLatency',
    'Fanfare-NewsStreamLate': 'AWS/Lambda IteratorAge',
    'Fanfare-NewsPagesLate': 'AWS/SQS ApproximateAgeOfOldestMessage',
    'Fanfare-MailBounces': 'AWS/SES Reputation.BounceRate',
  });
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

test('refusals of the API’s throttle, and pages from the bucket, are counted in the access log', () => {
  const [refusals, fallbacks] = Object.values(resources<object>(site, 'AWS::Logs::MetricFilter'));
  expect(refusals?.Properties).toMatchObject({
    FilterPattern: '{ $.status = "429" && $.lambdaRequestId = "-" }',
    LogGroupName: { Ref: logicalId(site.stack, 'Api/AccessLog') },
    MetricTransformations: [
      {
        MetricNamespace: METRIC_NAMESPACE,
        MetricName: 'ApiRefusals',
        Dimensions: [{ Key: 'Stage', Value: '$.site' }],
      },
    ],
  });
  expect(fallbacks?.Properties).toMatchObject({
    FilterPattern:
      '{ $.route = "ANY /api/pages/{proxy+}" && ($.status = "429" || $.status = "500" || $.status = "502" || $.status = "503" || $.status = "504") }',
    LogGroupName: { Ref: logicalId(site.stack, 'Api/AccessLog') },
    MetricTransformations: [{ MetricName: 'PageFallbacks', Dimensions: [{ Key: 'Stage', Value: '$.site' }] }],
  });
  const routes = Object.values(resources<{ RouteKey: string }>(site, 'AWS::ApiGatewayV2::Route'));
  expect(routes.map(({ Properties }) => Properties.RouteKey)).toContain('ANY /api/pages/{proxy+}');
  const [stage] = Object.values(
    resources<{ AccessLogSettings: { Format: string } }>(site, 'AWS::ApiGatewayV2::Stage'),
  );
  expect(JSON.parse(stage!.Properties.AccessLogSettings.Format)).toMatchObject({
    site: 'dev',
    status: '$context.status',
    lambdaRequestId: '$context.integration.requestId',
  });
});

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
