import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A service that works for this account alone: somebody else's use of it cannot have it take one of our roles.
 * Source: IAM User Guide, "The confused deputy problem".
 */
export const ownServicePrincipal = (scope: Construct, service: string): ServicePrincipal =>
  new ServicePrincipal(service, {
    conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
  });
