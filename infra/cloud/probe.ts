import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { plainFunction } from './functions/plain-function.ts';

const ENTRY = join(import.meta.dirname, '../../operate/probe.lambda.ts');

export interface ProbeProps {
  /** The stage's name. */
  readonly stage: string;
  /** The address that visitors use. */
  readonly siteUrl: string;
}

/**
 * Tests the site hourly as a visitor, from outside of what it tests. It may only write its log. A failure is retried
 * twice within some minutes; the alarm `ProbeMissing` rings if there is no success.
 */
export class Probe extends Construct {
  constructor(scope: Construct, id: string, { stage, siteUrl }: ProbeProps) {
    super(scope, id);
    const handler = plainFunction(this, ENTRY, {
      memorySize: 512,
      timeout: Duration.minutes(3),
      environment: { STAGE: stage, SITE_URL: siteUrl },
    });
    handler.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: Duration.minutes(30) });
    new Rule(this, 'Hourly', {
      schedule: Schedule.rate(Duration.hours(1)),
      targets: [new LambdaTarget(handler, { retryAttempts: 2, maxEventAge: Duration.minutes(30) })],
    });
  }
}
