import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * Trusts a service only on behalf of this account, so that others cannot make it assume our roles. Source: IAM User
 * Guide, "The confused deputy problem".
 */
export const ownServicePrincipal = (scope: Construct, service: string): ServicePrincipal =>
  new ServicePrincipal(service, {
    conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
  });
