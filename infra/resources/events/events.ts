import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule, type IRuleTarget } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaHandler, IDestination } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../nag/acknowledge.ts';
import { eventRules, TICK_MINUTES } from './rules.ts';

/**
 * An event older than this tells nothing that the tick has not found out by itself; all but the end of a recording,
 * which waits among the dead letters (runbook).
 */
const MAX_EVENT_AGE = Duration.hours(1);
const RETRIES = 2;

export interface EventsProps {
  /** The `events` Lambda. */
  readonly handler: LambdaHandler;
}

/**
 * Brings events and the tick to the `events` Lambda. What it could not be given, and what it failed on three times,
 * lands in {@link deadLetters}.
 */
export class Events extends Construct {
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { handler }: EventsProps) {
    super(scope, id);
    this.deadLetters = this.createDeadLetters();
    // EventBridge calls a Lambda asynchronously: a failure of the handler itself is seen by Lambda alone.
    handler.configureAsyncInvoke({
      retryAttempts: RETRIES,
      maxEventAge: MAX_EVENT_AGE,
      onFailure: failuresTo(this.deadLetters),
    });
    const target = new LambdaFunction(handler, {
      deadLetterQueue: this.deadLetters,
      retryAttempts: RETRIES,
      maxEventAge: MAX_EVENT_AGE,
    });
    this.createRules(target);
  }

  private createRules(target: IRuleTarget): void {
    for (const [name, pattern] of Object.entries(eventRules)) {
      new Rule(this, name, {
        eventPattern: { source: [...pattern.source], detailType: [...pattern['detail-type']] },
        targets: [target],
      });
    }
    new Rule(this, 'Tick', {
      schedule: Schedule.rate(Duration.minutes(TICK_MINUTES)),
      targets: [target],
    });
  }

  private createDeadLetters(): Queue {
    const queue = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(queue, { 'AwsSolutions-SQS3': 'This queue is the dead-letter queue.' });
    return queue;
  }
}

/** Like `SqsDestination`, whose grant would also let the handler look the queue up and read its attributes. */
function failuresTo(queue: Queue): IDestination {
  return {
    bind: (_scope, handler) => {
      handler.addToRolePolicy(
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }),
      );
      return { destination: queue.queueArn };
    },
  };
}
