import { describe, expect, test } from 'vitest';
import type { SiteStack } from '#infra/cloud/site-stack.ts';
import { isAllowed } from '#test/support/site/stack/iam-evaluation.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();
const stack = site.stack as SiteStack;
const listed = Object.entries(stack.deadLetters).map(
  ([name, queue]) => [name, stack.resolve(queue.queueArn) as unknown] as const,
);
const isOfSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const DAY_S = 86_400;
const isListed = (arn: unknown): boolean =>
  listed.some(([, known]) => JSON.stringify(known) === JSON.stringify(arn));
const all = <P>(type: string): [string, P][] =>
  Object.entries(resources<P>(site, type)).map(([id, { Properties }]) => [id, Properties]);

interface Target {
  readonly Arn: unknown;
  readonly DeadLetterConfig?: { readonly Arn: unknown };
}
interface Failing {
  readonly FunctionName: unknown;
  readonly Qualifier?: unknown;
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination: unknown } };
}
interface Queue {
  readonly MessageRetentionPeriod?: number;
  readonly RedrivePolicy?: { readonly deadLetterTargetArn: unknown };
  readonly SqsManagedSseEnabled: boolean;
}
interface QueuePolicy {
  readonly Queues: readonly { readonly Ref: string }[];
  readonly PolicyDocument: { readonly Statement: never[] };
}

const queues = all<Queue>('AWS::SQS::Queue').map(([id, queue]) => ({
  ...queue,
  arn: { 'Fn::GetAtt': [id, 'Arn'] },
  id,
}));
/** The probe's failed events are not kept, because they need no repetition and `ProbeMissing` rings if it fails. */
const isOfProbe = (id: string): boolean => id.startsWith('Probe');
const targets = all<{ Targets: readonly Target[] }>('AWS::Events::Rule')
  .filter(([rule]) => !isOfProbe(rule))
  .flatMap(([rule, { Targets }]) => Targets.map((target) => ({ rule, ...target })));

test('every queue has a dead-letter queue', () => {
  expect(queues.length).toBeGreaterThan(listed.length);
  for (const { id, arn, RedrivePolicy } of queues)
    expect(isListed(RedrivePolicy ? RedrivePolicy.deadLetterTargetArn : arn), id).toBe(true);
});

test('a letter is kept for ten days after its maximum time in the queue', () => {
  for (const { id, RedrivePolicy, MessageRetentionPeriod: keptS } of queues.filter(
    (one) => one.RedrivePolicy,
  )) {
    const letters = queues.find((one) => isOfSame(one.arn, RedrivePolicy?.deadLetterTargetArn));
    // SQS counts from the first sending, also in the second queue.
    expect((letters?.MessageRetentionPeriod ?? 0) - (keptS ?? Infinity), id).toBeGreaterThanOrEqual(
      10 * DAY_S,
    );
  }
});

test.each(listed)('the dead letters of %s are encrypted and found by name', (name, arn) => {
  const queue = queues.find((one) => JSON.stringify(one.arn) === JSON.stringify(arn));
  expect(queue).toMatchObject({ SqsManagedSseEnabled: true });
  expect(queue?.id).toMatch(new RegExp(`^${name}DeadLetters[0-9A-F]{8}$`));
});

test('undeliverable events of rules and schedules are kept', () => {
  expect(targets.length).toBeGreaterThan(4);
  for (const { rule, DeadLetterConfig } of targets) {
    expect(isListed(DeadLetterConfig?.Arn), rule).toBe(true);
    const statements = all<QueuePolicy>('AWS::SQS::QueuePolicy')
      .filter(([, { Queues }]) => isOf(DeadLetterConfig?.Arn, Queues[0]?.Ref))
      .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
    const mayKeep = isAllowed(statements, {
      service: 'events.amazonaws.com',
      action: 'sqs:SendMessage',
      resource: DeadLetterConfig?.Arn,
      context: {
        'aws:SourceArn': JSON.stringify({ 'Fn::GetAtt': [rule, 'Arn'] }),
        'aws:SecureTransport': 'true',
      },
    });
    expect(mayKeep, rule).toBe(true);
  }
  for (const [id, { Target: target }] of all<{ Target: Target }>('AWS::Scheduler::Schedule'))
    expect(isListed(target.DeadLetterConfig?.Arn), id).toBe(true);
});

const isOf = (arn: unknown, id: string | undefined): boolean =>
  JSON.stringify(arn) === JSON.stringify({ 'Fn::GetAtt': [id, 'Arn'] });

describe('a Lambda’s failed event', () => {
  const failing = all<Failing>('AWS::Lambda::EventInvokeConfig').filter(([id]) => !isOfProbe(id));

  test('is kept for each function or alias that a rule calls', () => {
    for (const { rule, Arn } of targets) {
      const called = JSON.stringify(Arn);
      const config = failing.find(([, { FunctionName, Qualifier }]) =>
        Qualifier === '$LATEST'
          ? called === JSON.stringify({ 'Fn::GetAtt': [(FunctionName as { Ref: string }).Ref, 'Arn'] })
          : JSON.stringify(Qualifier).includes(called),
      );
      expect(isListed(config?.[1].DestinationConfig?.OnFailure?.Destination), rule).toBe(true);
    }
    for (const [id, { DestinationConfig }] of failing)
      expect(isListed(DestinationConfig?.OnFailure?.Destination), id).toBe(true);
  });

  test('is kept from a stream, and stays in its queue', () => {
    const mappings = all<{ EventSourceArn: unknown } & Failing>('AWS::Lambda::EventSourceMapping');
    expect(mappings.length).toBeGreaterThan(1);
    for (const [id, { EventSourceArn, DestinationConfig }] of mappings) {
      const queue = queues.find(({ arn }) => JSON.stringify(arn) === JSON.stringify(EventSourceArn));
      const kept = queue?.RedrivePolicy?.deadLetterTargetArn ?? DestinationConfig?.OnFailure?.Destination;
      expect(isListed(kept), id).toBe(true);
    }
  });

  test('has no other source: no bucket and no topic calls a Lambda', () => {
    for (const [id, bucket] of all<{ NotificationConfiguration?: object }>('AWS::S3::Bucket'))
      expect(Object.keys(bucket.NotificationConfiguration ?? { EventBridgeConfiguration: {} }), id).toEqual([
        'EventBridgeConfiguration',
      ]);
    for (const [id, { Protocol }] of all<{ Protocol: string }>('AWS::SNS::Subscription'))
      expect(Protocol, id).toMatch(/^(email|https?)/);
  });
});
