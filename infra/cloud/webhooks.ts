import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type Function as LambdaHandler } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { WEBHOOK_HIDDEN_S, WEBHOOK_MAX_TRIES, WEBHOOKS_AT_ONCE } from '#infra/agreed/webhooks-queue.ts';
import { DeadLetters, PRIVATE_QUEUE } from './parts/dead-letters.ts';

/** Longer than a webhook is tried. */
const MESSAGES_KEPT = Duration.days(4);

/**
 * The queue of webhooks to which events may have to be sent. The Lambda `news` fills it from the table's stream, and
 * `webhooks` empties it, and queues the next attempt.
 */
export class Webhooks extends Construct {
  readonly queue: Queue;
  readonly deadLetters: DeadLetters;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = new DeadLetters(this, 'DeadLetters');
    this.queue = new Queue(this, 'Queue', {
      ...PRIVATE_QUEUE,
      visibilityTimeout: Duration.seconds(WEBHOOK_HIDDEN_S),
      retentionPeriod: MESSAGES_KEPT,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: WEBHOOK_MAX_TRIES },
    });
  }

  /** Invokes the Lambda, and lets it queue further messages. */
  wake(handler: LambdaHandler & { readonly role: IRole }): void {
    this.grant(handler.role, 'SendMessage', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes');
    new EventSourceMapping(this, 'Waiting', {
      target: handler,
      eventSourceArn: this.queue.queueArn,
      batchSize: 1,
      maxConcurrency: WEBHOOKS_AT_ONCE,
      reportBatchItemFailures: true,
    });
  }

  grantSending(role: IRole): void {
    this.grant(role, 'SendMessage');
  }

  private grant(role: IRole, ...names: readonly string[]): void {
    const actions = names.map((name) => `sqs:${name}`);
    role.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [this.queue.queueArn] }));
  }
}
