import { join } from 'node:path';
import { RemovalPolicy, type Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Environment } from '#functions/environment.ts';
import type { LambdaName } from '#functions/lambdas.ts';
import { acknowledge } from '../parts/acknowledge.ts';
import { bundledCode } from './bundled-code.ts';

const HANDLERS = join(import.meta.dirname, '../../../functions');

/** CPU grows with memory: from 1024 MB on, loading a bundle is no longer the longest part of a first request. */
const MEMORY_MB = 1024;

export interface HandlerFunctionProps<N extends LambdaName> {
  /** A Lambda of `functions/lambdas.ts`; its entry is `functions/<name>.lambda.ts`. */
  readonly name: N;
  /** Exactly the variables listed in the Lambda table. */
  readonly environment: Environment<N>;
  readonly timeout: Duration;
  /** Reserved concurrent executions: its maximum, unusable by others. @default the account's unreserved concurrency */
  readonly concurrency?: number | undefined;
  /** Whether X-Ray traces some of its requests. The HTTP API in front cannot be traced. */
  readonly tracing: boolean;
}

/**
 * One of the eleven Lambdas: its handler bundled with the SDK, on Graviton, with its own log group and role. The role may
 * only write that log until a resource grants it more.
 */
export class HandlerFunction<N extends LambdaName = LambdaName> extends LambdaFunction {
  override readonly role: Role;

  constructor(
    scope: Construct,
    id: string,
    { name, environment, timeout, concurrency, tracing }: HandlerFunctionProps<N>,
  ) {
    const logGroup = new LogGroup(scope, `${id}-log`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      code: bundledCode(join(HANDLERS, `${name}.lambda.ts`)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: MEMORY_MB,
      timeout,
      ...(concurrency && { reservedConcurrentExecutions: concurrency }),
      ...(tracing && { tracing: Tracing.ACTIVE }),
      environment: { ...environment },
      role,
      logGroup,
    });
    this.role = role;
    if (tracing)
      acknowledge(role, {
        'AwsSolutions-IAM5[Resource::*]': 'X-Ray has no narrower resource for traces.',
      });
  }
}
