import { Stack, Token, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts cdk-nag findings on one construct, by full id with the reason. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
}

/** A stack's environment in cdk-nag's ids: by name if known, else by reference. */
export function environmentOf(scope: IConstruct) {
  const valueOrReference = (name: string, value: string): string =>
    Token.isUnresolved(value) ? `<AWS::${name}>` : value;
  const { partition, region, account } = Stack.of(scope);
  return {
    partition: valueOrReference('Partition', partition),
    region: valueOrReference('Region', region),
    account: valueOrReference('AccountId', account),
  };
}

/** Returns cdk-nag's ARN for all resources of a kind in this account and region. */
export function arnOfEvery(scope: IConstruct, service: string, kind: string): string {
  const { partition, region, account } = environmentOf(scope);
  return `AwsSolutions-IAM5[Resource::arn:${partition}:${service}:${region}:${account}:${kind}/*]`;
}
