import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { bundledCode } from './functions/bundled-code.ts';

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
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    const handler = new LambdaFunction(this, 'Handler', {
      code: bundledCode(ENTRY),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 512,
      timeout: Duration.minutes(3),
      environment: { STAGE: stage, SITE_URL: siteUrl },
      role,
      logGroup,
    });
    handler.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: Duration.minutes(30) });
    new Rule(this, 'Hourly', {
      schedule: Schedule.rate(Duration.hours(1)),
      targets: [new LambdaTarget(handler, { retryAttempts: 2, maxEventAge: Duration.minutes(30) })],
    });
  }
}
