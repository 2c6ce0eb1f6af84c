import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaHandler } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { eventRules, type RuleFacts } from '#infra/agreed/event-rules.ts';
import { deployedPattern } from './events.ts';
import { DeadLetters } from './parts/dead-letters.ts';

/** AWS's minimum. The tick finds older chunks in their bucket. */
const MAX_EVENT_AGE = Duration.minutes(1);
const DELIVERIES_AGAIN = 2;
/** Chunks themselves are not kept longer. */
const KEPT = Duration.days(2);

export interface ChunksProps extends RuleFacts {
  /** The `chunks` Lambda. */
  readonly handler: LambdaHandler;
}

/**
 * Delivers chunks of camera broadcasts to their handler. There are dozens a second: failed ones must neither be retried
 * while the site is in trouble, nor hide the dead letters of others. The next chunk and the tick find unreported chunks
 * in the bucket.
 */
export class Chunks extends Construct {
  readonly deadLetters: DeadLetters;

  constructor(scope: Construct, id: string, { handler, ...facts }: ChunksProps) {
    super(scope, id);
    this.deadLetters = new DeadLetters(this, 'DeadLetters', { kept: KEPT });
    const once = { maxEventAge: MAX_EVENT_AGE, onFailure: this.deadLetters.failures() };
    handler.configureAsyncInvoke({ ...once, retryAttempts: 0 });
    const target = new LambdaFunction(handler, {
      deadLetterQueue: this.deadLetters,
      retryAttempts: DELIVERIES_AGAIN,
      maxEventAge: MAX_EVENT_AGE,
    });
    new Rule(this, 'Stored', {
      eventPattern: deployedPattern(eventRules(facts).ChunkStored),
      targets: [target],
    });
  }
}
