import { expect, test } from 'vitest';
import { eventRules, TICK_MINUTES } from '../../../infra/agreed/event.rules.ts';
import { logicalId, resources, statementsOf } from '../../support/stack/site-queries.ts';
import { synthesizeSite } from '../../support/stack/site.ts';

interface RuleProperties {
  readonly EventPattern?: unknown;
  readonly ScheduleExpression?: string;
  readonly State: string;
  readonly Targets: unknown;
}

const site = synthesizeSite();
const rules = resources<RuleProperties>(site, 'AWS::Events::Rule');
const deadLetters = { 'Fn::GetAtt': [logicalId(site.stack, 'Events/DeadLetters'), 'Arn'] };
const handler = logicalId(site.stack, 'Functions/events');

const uploads = { Ref: logicalId(site.stack, 'Storage/Uploads') };
const known = eventRules({ uploadsBucket: 'UPLOADS' });
/** What a rule says, with the name that the bucket gets when it is made. */
const asDeployed = (pattern: object): unknown =>
  JSON.parse(JSON.stringify(pattern).replaceAll('"UPLOADS"', JSON.stringify(uploads)));

test.each(Object.entries(known))('%s events wake the events Lambda', (name, pattern) => {
  expect(rules[logicalId(site.stack, `Events/${name}`)]?.Properties).toMatchObject({
    State: 'ENABLED',
    EventPattern: asDeployed(pattern),
  });
});

test('the bucket of uploads tells EventBridge of its objects, without a Lambda of the library’s', () => {
  const buckets = resources<{ NotificationConfiguration?: object }>(site, 'AWS::S3::Bucket');
  const telling = Object.entries(buckets).filter(
    ([, { Properties }]) => Properties.NotificationConfiguration,
  );
  expect(telling.map(([id, { Properties }]) => [id, Properties.NotificationConfiguration])).toEqual([
    [uploads.Ref, { EventBridgeConfiguration: { EventBridgeEnabled: true } }],
  ]);
  expect(resources(site, 'Custom::S3BucketNotifications')).toEqual({});
});

test('the tick comes every minute', () => {
  expect(TICK_MINUTES).toBe(1);
  expect(rules[logicalId(site.stack, 'Events/Tick')]?.Properties).toMatchObject({
    State: 'ENABLED',
    ScheduleExpression: 'rate(1 minute)',
  });
});

const chunksAlias = logicalId(site.stack, 'Events/Chunks');
const chunksRule = logicalId(site.stack, 'Events/ChunkStored');

test('every rule but that of chunks calls the events Lambda, tries again for an hour and loses nothing', () => {
  // Besides there is the tick of news, which calls the Lambda of news.
  const { [chunksRule]: ofChunks, [logicalId(site.stack, 'News/Tick')]: ofNews, ...others } = rules;
  expect(ofNews).toBeDefined();
  expect(Object.keys(others)).toHaveLength(Object.keys(known).length);
  expect(ofChunks).toBeDefined();
  for (const { Properties } of Object.values(others)) {
    expect(Properties.Targets).toMatchObject([
      {
        Arn: { 'Fn::GetAtt': [handler, 'Arn'] },
        RetryPolicy: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3600 },
        DeadLetterConfig: { Arn: deadLetters },
      },
    ]);
  }
});

test('a chunk’s event lasts a minute, as the tick finds the chunk by then, and is no dead letter', () => {
  expect(rules[chunksRule]?.Properties.Targets).toEqual([
    {
      Id: 'Target0',
      Arn: { Ref: chunksAlias },
      RetryPolicy: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 60 },
    },
  ]);
  expect(resources<object>(site, 'AWS::Lambda::Alias')[chunksAlias]?.Properties).toMatchObject({
    FunctionName: { Ref: handler },
    FunctionVersion: '$LATEST',
  });
});

test('an event on which the handler itself fails is tried again, then kept; one of a chunk is neither', () => {
  const calls = resources<object>(site, 'AWS::Lambda::EventInvokeConfig');
  const { [logicalId(site.stack, 'Functions/events/EventInvokeConfig')]: ofAll, ...others } = calls;
  expect(ofAll?.Properties).toMatchObject({
    FunctionName: { Ref: handler },
    Qualifier: '$LATEST',
    MaximumRetryAttempts: 2,
    DestinationConfig: { OnFailure: { Destination: deadLetters } },
  });
  expect(Object.values(others).map(({ Properties }) => Properties)).toEqual([
    {
      FunctionName: { Ref: handler },
      // The name, which an alias's ARN ends with.
      Qualifier: { 'Fn::Select': [7, { 'Fn::Split': [':', { Ref: chunksAlias }] }] },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    },
  ]);
  expect(statementsOf(site, 'events')).toContainEqual({
    Effect: 'Allow',
    Action: 'sqs:SendMessage',
    Resource: deadLetters,
  });
});

test('what was lost waits two weeks, encrypted, for somebody to look', () => {
  const queue = resources<object>(site, 'AWS::SQS::Queue')[logicalId(site.stack, 'Events/DeadLetters')];
  expect(queue?.Properties).toMatchObject({ MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true });
});
