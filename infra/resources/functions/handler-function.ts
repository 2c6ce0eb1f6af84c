import { join } from 'node:path';
import { RemovalPolicy, type Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import { type BundlingOptions, LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Environment } from '../../../functions/environment.ts';
import type { LambdaName } from '../../../functions/lambdas.ts';

const PROJECT_ROOT = join(import.meta.dirname, '../../..');

/** More memory is more CPU: at 1024 MB the start-up of a bundle stops being the longest part of a first request. */
const MEMORY_MB = 1024;

/** How a handler becomes one file. `bench/` bundles what it compares with in the same way. */
export const BUNDLING = {
  format: OutputFormat.ESM,
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  logLevel: LogLevel.WARNING,
  // The SDK comes along: tree-shaken it starts faster than the one of the runtime.
  externalModules: [] as string[],
  forceDockerBundling: false,
} satisfies BundlingOptions;

export interface HandlerFunctionProps<N extends LambdaName> {
  /** Which Lambda of `functions/lambdas.ts` this is; its entry is `functions/<name>.lambda.ts`. */
  readonly name: N;
  /** Exactly the variables that the table of Lambdas lists for it. */
  readonly environment: Environment<N>;
  readonly timeout: Duration;
}

/**
 * One of the four Lambdas: bundled to one ES module with the SDK inside, on Graviton, with a log group and a role of
 * its own. The role may write that log and nothing else, until a resource grants it more.
 */
export class HandlerFunction<N extends LambdaName = LambdaName> extends NodejsFunction {
  override readonly role: Role;

  constructor(scope: Construct, id: string, { name, environment, timeout }: HandlerFunctionProps<N>) {
    const logGroup = new LogGroup(scope, `${id}-log`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      entry: join(PROJECT_ROOT, `functions/${name}.lambda.ts`),
      projectRoot: PROJECT_ROOT,
      depsLockFilePath: join(PROJECT_ROOT, 'package-lock.json'),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: MEMORY_MB,
      timeout,
      environment: { ...environment },
      // The switch is for version 2 of the SDK; version 3 keeps connections by itself.
      awsSdkConnectionReuse: false,
      role,
      logGroup,
      bundling: BUNDLING,
    });
    this.role = role;
  }
}
