import { expect, test } from 'vitest';
import { eventRules, TICK_MINUTES } from '../../infra/resources/events/rules.ts';
import { logicalId, resources, statementsOf } from '../support/site-queries.ts';
import { synthesizeSite } from '../support/site.ts';

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

test.each(Object.entries(eventRules))('%s events wake the events Lambda', (name, pattern) => {
  expect(rules[logicalId(site.stack, `Events/${name}`)]?.Properties).toMatchObject({
    State: 'ENABLED',
    EventPattern: pattern,
  });
});

test('the tick comes every minute', () => {
  expect(TICK_MINUTES).toBe(1);
  expect(rules[logicalId(site.stack, 'Events/Tick')]?.Properties).toMatchObject({
    State: 'ENABLED',
    ScheduleExpression: 'rate(1 minute)',
  });
});

test('every rule calls the events Lambda, tries again for an hour and loses nothing', () => {
  expect(Object.keys(rules)).toHaveLength(Object.keys(eventRules).length + 1);
  for (const { Properties } of Object.values(rules)) {
    expect(Properties.Targets).toMatchObject([
      {
        Arn: { 'Fn::GetAtt': [handler, 'Arn'] },
        RetryPolicy: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3600 },
        DeadLetterConfig: { Arn: deadLetters },
      },
    ]);
  }
});

test('an event on which the handler itself fails is tried again, then kept', () => {
  expect(Object.values(resources<object>(site, 'AWS::Lambda::EventInvokeConfig'))).toMatchObject([
    {
      Properties: {
        FunctionName: { Ref: handler },
        MaximumRetryAttempts: 2,
        DestinationConfig: { OnFailure: { Destination: deadLetters } },
      },
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
