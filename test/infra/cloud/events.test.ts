import { expect, test } from 'vitest';
import { CHUNKS_AT_ONCE, eventRules, TICK_MINUTES } from '#infra/agreed/event.rules.ts';
import { TICKS_ALIAS } from '#functions/tick-parts.ts';
import { isAllowed } from '#test/support/site/stack/iam-evaluation.ts';
import { logicalId, resources, statementsOf } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

interface RuleProperties {
  readonly EventPattern?: unknown;
  readonly ScheduleExpression?: string;
  readonly State: string;
  readonly Targets: unknown;
}

const site = synthesizeSite();
const rules = resources<RuleProperties>(site, 'AWS::Events::Rule');

const uploads = { Ref: logicalId(site.stack, 'Storage/Uploads') };
const recordings = { Ref: logicalId(site.stack, 'LiveChannels/Recordings') };
/** What has its name when it is made. */
const made: Readonly<Record<string, object>> = {
  UPLOADS: uploads,
  RECORDINGS: recordings,
  VIDEOS: { 'Fn::GetAtt': [logicalId(site.stack, 'Transcoder/Videos'), 'Arn'] },
  WINDOWS: { 'Fn::GetAtt': [logicalId(site.stack, 'Transcoder/Windows'), 'Arn'] },
};
const known = eventRules({
  uploadsBucket: 'UPLOADS',
  recordingsBucket: 'RECORDINGS',
  videosQueueArn: 'VIDEOS',
  windowsQueueArn: 'WINDOWS',
  mailConfigurationSet: 'Fanfare',
});
const asDeployed = (pattern: object): unknown =>
  JSON.parse(
    JSON.stringify(pattern, (_, value: unknown) => (typeof value === 'string' && made[value]) || value),
  );

const { ChunkStored, ...lasting } = known;

const ofEvents = Object.entries(lasting).map(([name, pattern]) => [`Events/${name}`, pattern] as const);
test.each([...ofEvents, ['Chunks/Stored', ChunkStored] as const])(
  'the rule %s matches its events',
  (path, pattern) => {
    expect(rules[logicalId(site.stack, path)]?.Properties).toMatchObject({
      State: 'ENABLED',
      EventPattern: asDeployed(pattern),
    });
  },
);

test('the buckets of uploads and recordings send events to EventBridge', () => {
  const buckets = resources<{ NotificationConfiguration?: object }>(site, 'AWS::S3::Bucket');
  const withNotifications = Object.entries(buckets).filter(
    ([, { Properties }]) => Properties.NotificationConfiguration,
  );
  const toEventBridge = { EventBridgeConfiguration: { EventBridgeEnabled: true } };
  expect(
    Object.fromEntries(
      withNotifications.map(([id, { Properties }]) => [id, Properties.NotificationConfiguration]),
    ),
  ).toEqual({ [uploads.Ref]: toEventBridge, [recordings.Ref]: toEventBridge });
  expect(resources(site, 'Custom::S3BucketNotifications')).toEqual({});
});

test('the tick runs every minute', () => {
  expect(TICK_MINUTES).toBe(1);
  expect(rules[logicalId(site.stack, 'Events/Tick')]?.Properties).toMatchObject({
    State: 'ENABLED',
    ScheduleExpression: 'rate(1 minute)',
  });
});

const deadLetters = { 'Fn::GetAtt': [logicalId(site.stack, 'Events/DeadLetters'), 'Arn'] };

test('every rule but the chunks’ calls the events Lambda, retries for an hour and keeps failures', () => {
  for (const [path] of ofEvents) {
    expect(rules[logicalId(site.stack, path)]?.Properties.Targets).toMatchObject([
      {
        Arn: { 'Fn::GetAtt': [logicalId(site.stack, 'Functions/events'), 'Arn'] },
        RetryPolicy: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3600 },
        DeadLetterConfig: { Arn: deadLetters },
      },
    ]);
  }
});

const invocations = (path: string): unknown =>
  resources<object>(site, 'AWS::Lambda::EventInvokeConfig')[logicalId(site.stack, path)]?.Properties;

test('a tick and its parts run once: the next minute is the retry', () => {
  const ticks = { Ref: logicalId(site.stack, 'Events/Ticks') };
  expect(rules[logicalId(site.stack, 'Events/Tick')]?.Properties.Targets).toMatchObject([
    {
      Arn: ticks,
      RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
      DeadLetterConfig: { Arn: deadLetters },
    },
  ]);
  expect(resources<object>(site, 'AWS::Lambda::Alias')[ticks.Ref]?.Properties).toEqual({
    FunctionName: { Ref: logicalId(site.stack, 'Functions/events') },
    FunctionVersion: '$LATEST',
    Name: TICKS_ALIAS,
  });
  expect(invocations('Events/Ticks/EventInvokeConfig')).toMatchObject({
    FunctionName: { Ref: logicalId(site.stack, 'Functions/events') },
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 60,
    DestinationConfig: { OnFailure: { Destination: deadLetters } },
  });
  const mayInvoke = (qualifier: string): boolean =>
    isAllowed(statementsOf(site, 'events') as never[], {
      action: 'lambda:InvokeFunction',
      resource: {
        'Fn::Join': ['', [{ 'Fn::GetAtt': [logicalId(site.stack, 'Functions/events'), 'Arn'] }, qualifier]],
      },
      context: {},
    });
  expect(mayInvoke(`:${TICKS_ALIAS}`)).toBe(true);
});

test('an event on which the handler fails is retried and then kept', () => {
  expect(invocations('Functions/events/EventInvokeConfig')).toMatchObject({
    Qualifier: '$LATEST',
    MaximumRetryAttempts: 2,
    DestinationConfig: { OnFailure: { Destination: deadLetters } },
  });
  const mayKeep = isAllowed(statementsOf(site, 'events') as never[], {
    action: 'sqs:SendMessage',
    resource: deadLetters,
    context: {},
  });
  expect(mayKeep).toBe(true);
});

test('a chunk event expires after a minute and is handled once, as the tick finds the chunk by then', () => {
  const ofChunks = { 'Fn::GetAtt': [logicalId(site.stack, 'Chunks/DeadLetters'), 'Arn'] };
  expect(rules[logicalId(site.stack, 'Chunks/Stored')]?.Properties.Targets).toMatchObject([
    {
      Arn: { 'Fn::GetAtt': [logicalId(site.stack, 'Functions/chunks'), 'Arn'] },
      RetryPolicy: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 60 },
      DeadLetterConfig: { Arn: ofChunks },
    },
  ]);
  expect(invocations('Functions/chunks/EventInvokeConfig')).toMatchObject({
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 60,
    DestinationConfig: { OnFailure: { Destination: ofChunks } },
  });
});

test('a storm of chunks uses its own concurrency only', () => {
  const lambdas = resources<object>(site, 'AWS::Lambda::Function');
  expect(lambdas[logicalId(site.stack, 'Functions/chunks')]?.Properties).toMatchObject({
    ReservedConcurrentExecutions: CHUNKS_AT_ONCE,
  });
});
