import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule, type IRuleTarget } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  type Function as LambdaHandler,
  type IDestination,
  type IFunction,
} from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { EventPattern } from '../agreed/event.pattern.ts';
import { eventRules, TICK_MINUTES, type EventRuleName, type RuleFacts } from '../agreed/event.rules.ts';
import { acknowledge } from './parts/acknowledge.ts';

/**
 * An event older than this tells nothing that the tick has not found out by itself; all but the end of a recording,
 * which waits among the dead letters (runbook).
 */
const MAX_EVENT_AGE = Duration.hours(1);
const RETRIES = 2;
const CHUNKS: EventRuleName = 'ChunkStored';
/** The least that AWS takes. A chunk older than this was found in its bucket by the tick. */
const MAX_CHUNK_EVENT_AGE = Duration.minutes(1);

export interface EventsProps extends RuleFacts {
  /** The `events` Lambda. */
  readonly handler: LambdaHandler;
}

/**
 * Brings events and the tick to the `events` Lambda. What it could not be given, and what it failed on three times,
 * lands in {@link deadLetters}.
 */
export class Events extends Construct {
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { handler, uploadsBucket }: EventsProps) {
    super(scope, id);
    this.deadLetters = this.createDeadLetters();
    // EventBridge calls a Lambda asynchronously: a failure of the handler itself is seen by Lambda alone.
    handler.configureAsyncInvoke({
      retryAttempts: RETRIES,
      maxEventAge: MAX_EVENT_AGE,
      onFailure: failuresTo(this.deadLetters),
    });
    const lasting = new LambdaFunction(handler, {
      deadLetterQueue: this.deadLetters,
      retryAttempts: RETRIES,
      maxEventAge: MAX_EVENT_AGE,
    });
    this.createRules({ uploadsBucket }, lasting, this.fleeting(handler));
    new Rule(this, 'Tick', { schedule: Schedule.rate(Duration.minutes(TICK_MINUTES)), targets: [lasting] });
  }

  private createRules(facts: RuleFacts, lasting: IRuleTarget, fleeting: IRuleTarget): void {
    const rules: [string, EventPattern][] = Object.entries(eventRules(facts));
    for (const [name, { source, 'detail-type': detailType, detail }] of rules) {
      new Rule(this, name, {
        eventPattern: { source: [...source], detailType: [...detailType], ...(detail && { detail }) },
        targets: [name === CHUNKS ? fleeting : lasting],
      });
    }
  }

  /**
   * Chunks come by the dozen a second: what the handler failed on must neither be repeated into a site that is in
   * trouble already, nor bury the dead letters that matter. The next chunk and the tick find in the bucket what an event
   * did not tell. How asynchronous calls are repeated is set for a whole function or for an alias of it.
   */
  private fleeting(handler: LambdaHandler): IRuleTarget {
    const chunks = new Alias(this, 'Chunks', {
      aliasName: 'chunks',
      version: handler.latestVersion,
      retryAttempts: 0,
      maxEventAge: MAX_CHUNK_EVENT_AGE,
    });
    // The library's own `Alias` is no `IFunction` to the compiler's exactOptionalPropertyTypes.
    return new LambdaFunction(chunks as IFunction, {
      retryAttempts: RETRIES,
      maxEventAge: MAX_CHUNK_EVENT_AGE,
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
