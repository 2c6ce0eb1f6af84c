import { describe, expect, test } from 'vitest';
import { METRIC_NAMESPACE, METRICS } from '../../../../functions/metrics/metrics.ts';
import { isAllowed } from '../../../support/site/stack/iam-evaluation.ts';
import { logicalId, resources } from '../../../support/site/stack/site-queries.ts';
import { synthesizeSite } from '../../../support/site/stack/site.ts';

interface AlarmProperties {
  readonly AlarmName: string;
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  readonly AlarmActions: unknown;
  readonly OKActions: unknown;
  readonly TreatMissingData: string;
}

const site = synthesizeSite();
const alarms = Object.values(resources<AlarmProperties>(site, 'AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties,
);
const names = alarms.map(({ AlarmName }) => AlarmName.replace('Fanfare-', ''));

test('API, Lambdas, dead letters, tick, transcoder and IVS limits have alarms', () => {
  expect(names.toSorted()).toEqual([
    'AccountsErrors',
    'AccountsThrottles',
    'ApiErrors',
    'ApiServerErrors',
    'ApiThrottles',
    'ChunksDeadLetters',
    'ChunksErrors',
    'ChunksThrottles',
    'CommunityErrors',
    'CommunityThrottles',
    'EventsDeadLetters',
    'EventsErrors',
    'EventsThrottles',
    'LiveLimits',
    'LiveStreamsQuota',
    'NewsDeadLetters',
    'NewsErrors',
    'NewsNoticesDeadLetters',
    'NewsThrottles',
    'NewsTickMissing',
    'PagesErrors',
    'PagesThrottles',
    'PasswordGuesses',
    'PlaybackFailures',
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

test('every alarm notifies the topic when it starts and ends', () => {
  const topic = [{ Ref: logicalId(site.stack, 'Alarms/Topic') }];
  for (const alarm of alarms) expect(alarm).toMatchObject({ AlarmActions: topic, OKActions: topic });
});

test('missing data is good, except for ticks', () => {
  const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
  expect(silent).toMatchObject([
    { AlarmName: 'Fanfare-TickMissing', TreatMissingData: 'breaching' },
    { AlarmName: 'Fanfare-NewsTickMissing', TreatMissingData: 'breaching' },
  ]);
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
    alarms.map((alarm) => [alarm.AlarmName, `${alarm.Namespace} ${alarm.MetricName}`]),
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
    ['by a service that has nothing to tell', 's3', { 'aws:SourceAccount': thisAccount }],
    ['in clear', 'cloudwatch', { 'aws:SourceAccount': thisAccount, 'aws:SecureTransport': 'false' }],
  ])('refuses %s', (_how, name, context) => {
    expect(mayPublish(`${name}.amazonaws.com`, context)).toBe(false);
  });
});
