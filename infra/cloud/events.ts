import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Alias, type Function as LambdaHandler, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { TICKS_ALIAS } from '#functions/tick-parts.ts';
import type { EventPattern } from '#infra/agreed/event-pattern.ts';
import {
  eventRules,
  TICK_MINUTES,
  lambdaOfRule,
  type EventRuleName,
  type RuleFacts,
} from '#infra/agreed/event-rules.ts';
import { DeadLetters } from './parts/dead-letters.ts';

/**
 * The tick has found the cause of older events by itself, except for the end of a recording, which goes to the dead
 * letters (runbook).
 */
const MAX_EVENT_AGE = Duration.hours(1);
const RETRIES = 2;
/** The next tick does what a failed one left undone. A retry would repeat all parts while the site is overloaded. */
const ONCE = { retryAttempts: 0, maxEventAge: Duration.minutes(TICK_MINUTES) } as const;

export interface EventsProps extends RuleFacts {
  /** The `events` Lambda. */
  readonly handler: LambdaHandler;
}

/**
 * Delivers events and the tick to the `events` Lambda. Undeliverable events, and those that failed three times (a tick:
 * once), go to {@link deadLetters}. Chunks have a separate construct.
 */
export class Events extends Construct {
  readonly deadLetters: DeadLetters;

  constructor(scope: Construct, id: string, { handler, ...facts }: EventsProps) {
    super(scope, id);
    this.deadLetters = new DeadLetters(this, 'DeadLetters');
    // EventBridge invokes Lambdas asynchronously: only Lambda sees failures of the handler itself.
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
    for (const [name, pattern] of rules.filter(([rule]) => lambdaOfRule(rule) === 'events'))
      new Rule(this, name, { eventPattern: deployedPattern(pattern), targets: [lasting] });
    this.tick(handler);
  }

  /** Uses an alias, because retries are configured per function or alias. The alias also invokes the tick's parts. */
  private tick(handler: LambdaHandler): void {
    const ticks = new Alias(this, 'Ticks', { aliasName: TICKS_ALIAS, version: handler.latestVersion });
    ticks.configureAsyncInvoke({ ...ONCE, onFailure: this.deadLetters.failures() });
    // CDK's `Alias` does not implement `IFunction` with exactOptionalPropertyTypes.
    const target = new LambdaFunction(ticks as IFunction, { ...ONCE, deadLetterQueue: this.deadLetters });
    new Rule(this, 'Tick', { schedule: Schedule.rate(Duration.minutes(TICK_MINUTES)), targets: [target] });
  }
}

/** Converts a pattern to CDK's names. */
export const deployedPattern = ({ source, 'detail-type': detailType, detail }: EventPattern) => ({
  source: [...source],
  detailType: [...detailType],
  ...(detail && { detail }),
});
