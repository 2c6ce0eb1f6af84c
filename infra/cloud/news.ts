import { Duration } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  FilterCriteria,
  type Function as LambdaHandler,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { FRESH, MAX_TRIES, NOTICES_AT_ONCE, PAGE_HIDDEN_S, PAGES_AT_ONCE } from '#infra/agreed/news-queue.ts';
import { TICK_MINUTES } from '#infra/agreed/event-rules.ts';
import { acknowledge } from './parts/acknowledge.ts';
import { DeadLetters, PRIVATE_QUEUE } from './parts/dead-letters.ts';

/**
 * Longer than any page waits while the Lambda fails (`NewsPagesLate` rings after a quarter of an hour). A dead letter
 * keeps its original timestamp, so the rest of its queue's fourteen days remains for the operator.
 */
const PAGES_KEPT = Duration.days(4);

/** The next tick finds everything that a failed one left undone. */
const ONCE = { retryAttempts: 0, maxEventAge: Duration.minutes(1) } as const;

/**
 * Delivers to the Lambda `news`: new notices from the table's stream, which transactions do not wait for; pages of
 * recipients from a separate queue; and the tick, which resumes interrupted work. Pages that failed too often go to
 * {@link deadLetters}, other failed events to {@link noticesDeadLetters}.
 */
export class News extends Construct {
  readonly queue: Queue;
  readonly deadLetters: DeadLetters;
  /** Failed ticks and stream batches; for a batch, SQS only receives its position in the stream. */
  readonly noticesDeadLetters: DeadLetters;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = new DeadLetters(this, 'DeadLetters');
    this.noticesDeadLetters = new DeadLetters(this, 'NoticesDeadLetters');
    this.queue = new Queue(this, 'Pages', {
      ...PRIVATE_QUEUE,
      visibilityTimeout: Duration.seconds(PAGE_HIDDEN_S),
      retentionPeriod: PAGES_KEPT,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_TRIES },
    });
  }

  /** Invokes the Lambda, and lets it send further pages. */
  wake(handler: LambdaHandler & { readonly role: IRole }, table: TableV2): void {
    this.grant(handler.role, table);
    this.mapStream(handler, table);
    new EventSourceMapping(this, 'PagesToTell', {
      target: handler,
      eventSourceArn: this.queue.queueArn,
      batchSize: 1,
      maxConcurrency: PAGES_AT_ONCE,
      reportBatchItemFailures: true,
    });
    handler.configureAsyncInvoke({ ...ONCE, onFailure: this.noticesDeadLetters.failures() });
    const target = new LambdaFunction(handler, { ...ONCE, deadLetterQueue: this.noticesDeadLetters });
    new Rule(this, 'Tick', { schedule: Schedule.rate(Duration.minutes(TICK_MINUTES)), targets: [target] });
  }

  private mapStream(handler: LambdaHandler, table: TableV2): void {
    new EventSourceMapping(this, 'Notices', {
      target: handler,
      eventSourceArn: table.tableStreamArn!,
      startingPosition: StartingPosition.LATEST,
      batchSize: NOTICES_AT_ONCE,
      bisectBatchOnError: true,
      retryAttempts: MAX_TRIES,
      onFailure: this.noticesDeadLetters.failures(),
      filters: [FilterCriteria.filter({ dynamodb: { NewImage: FRESH } })],
    });
  }

  /** Like CDK's own grants, without permissions that the mappings do not use. */
  private grant(role: IRole, table: TableV2): void {
    const read = ['GetRecords', 'GetShardIterator', 'DescribeStream'].map((name) => `dynamodb:${name}`);
    const take = ['SendMessage', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
    for (const statement of [
      new PolicyStatement({ actions: read, resources: [table.tableStreamArn!] }),
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }),
      new PolicyStatement({ actions: take.map((name) => `sqs:${name}`), resources: [this.queue.queueArn] }),
    ])
      role.addToPrincipalPolicy(statement);
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]': 'AWS knows no narrower resource for ListStreams.',
    });
  }
}
