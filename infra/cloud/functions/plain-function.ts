import { RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Function as LambdaFunction,
  type FunctionOptions,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { bundledCode } from './bundled-code.ts';

/** A function beside the site's Lambdas, from the program at `entry`. Its role may only write its log. */
export function plainFunction(
  scope: Construct,
  entry: string,
  options: Pick<FunctionOptions, 'memorySize' | 'timeout' | 'environment'>,
): LambdaFunction {
  const logGroup = new LogGroup(scope, 'Log', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  logGroup.grantWrite(role);
  return new LambdaFunction(scope, 'Handler', {
    code: bundledCode(entry),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    ...options,
    role,
    logGroup,
  });
}
