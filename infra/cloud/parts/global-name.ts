import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** A name for what an account has one of in all the world, as CloudFront's resources: the stack's, which has its stage, the region's, and its own. */
export const globalName = (scope: Construct, name: string): string => {
  const { stackName, region } = Stack.of(scope);
  return `${stackName}-${region}-${name}`;
};
