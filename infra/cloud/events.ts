import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Alias, type Function as LambdaHandler, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { TICKS_ALIAS } from '#functions/tick-parts.ts';
import type { EventPattern } from '#infra/agreed/event.pattern.ts';
import {
  eventRules,
  TICK_MINUTES,
  wokenBy,
  type EventRuleName,
  type RuleFacts,
} from '#infra/agreed/event.rules.ts';
import { DeadLetters } from './parts/dead-letters.ts';

/**
 * The tick has found out by itself what an event older than this says; all but the end of a recording,
 * which waits among the dead letters (runbook).
 */
const MAX_EVENT_AGE = Duration.hours(1);
const RETRIES = 2;
/** The next tick does what one that failed has left; a retry would do all parts again, while the site is overloaded. */
const ONCE = { retryAttempts: 0, maxEventAge: Duration.minutes(TICK_MINUTES) } as const;

export interface EventsProps extends RuleFacts {
  /** The `events` Lambda. */
  readonly handler: LambdaHandler;
}

/**
 * Brings events and the tick to the `events` Lambda. What it could not be given, and what it failed on three times (a tick:
 * once), lands in {@link deadLetters}. Chunks have a construct of their own.
 */
export class Events extends Construct {
  readonly deadLetters: DeadLetters;

  constructor(scope: Construct, id: string, { handler, ...facts }: EventsProps) {
    super(scope, id);
    this.deadLetters = new DeadLetters(this, 'DeadLetters');
    // EventBridge calls a Lambda asynchronously: a failure of the handler itself is seen by Lambda alone.
    handler.configureAsyncInvoke({
      retryAttempts: RETRIES,
      maxEventAge: MAX_EVENT_AGE,
      onFailure: this.deadLetters.failures(),
    });
    const lasting = new LambdaFunction(handler, {
      deadLetterQueue: this.deadLetters,
      retryAttempts: RETRIES,
      maxEventAge: MAX_EVENT_AGE,
    });
    const rules = Object.entries(eventRules(facts)) as [EventRuleName, EventPattern][];
    for (const [name, pattern] of rules.filter(([rule]) => wokenBy(rule) === 'events'))
      new Rule(this, name, { eventPattern: deployedPattern(pattern), targets: [lasting] });
    this.tick(handler);
  }

  /** By an alias, because retries are set for a function or an alias as a whole. Its parts are invoked by it, too. */
  private tick(handler: LambdaHandler): void {
    const ticks = new Alias(this, 'Ticks', { aliasName: TICKS_ALIAS, version: handler.latestVersion });
    ticks.configureAsyncInvoke({ ...ONCE, onFailure: this.deadLetters.failures() });
    // The library's own `Alias` is no `IFunction` to the compiler's exactOptionalPropertyTypes.
    const target = new LambdaFunction(ticks as IFunction, { ...ONCE, deadLetterQueue: this.deadLetters });
    new Rule(this, 'Tick', { schedule: Schedule.rate(Duration.minutes(TICK_MINUTES)), targets: [target] });
  }
}

/** As CDK names the parts of a pattern. */
export const deployedPattern = ({ source, 'detail-type': detailType, detail }: EventPattern) => ({
  source: [...source],
  detailType: [...detailType],
  ...(detail && { detail }),
});
