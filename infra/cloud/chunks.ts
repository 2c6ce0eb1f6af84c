import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaHandler } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { eventRules, type RuleFacts } from '#infra/agreed/event.rules.ts';
import { deployedPattern } from './events.ts';
import { DeadLetters } from './parts/dead-letters.ts';

/** The least that AWS takes. A chunk older than this was found in its bucket by the tick. */
const MAX_EVENT_AGE = Duration.minutes(1);
const DELIVERIES_AGAIN = 2;
/** The chunks themselves are not kept longer. */
const KEPT = Duration.days(2);

export interface ChunksProps extends RuleFacts {
  /** The `chunks` Lambda. */
  readonly handler: LambdaHandler;
}

/**
 * Brings chunks of cameras' broadcasts to their handler. They come by the dozen a second: what the handler failed on must
 * neither be repeated into a site that is in trouble already, nor bury the dead letters of others. The next chunk and the
 * tick find in the bucket what no event reported.
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
