import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Returns a name for a resource that must be unique across regions, as CloudFront's: the stack's name, which contains
 * its stage, the region's, and its own.
 */
export const globalName = (scope: Construct, name: string): string => {
  const { stackName, region } = Stack.of(scope);
  return `${stackName}-${region}-${name}`;
};
