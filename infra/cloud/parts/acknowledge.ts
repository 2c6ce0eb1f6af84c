import { Stack, Token, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts findings of cdk-nag on one construct: each finding's full id with the reason why it stays. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
}

/** The place of a stack as cdk-nag writes it: by name where it is known, else by what refers to it. */
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

/** All of a service's resources of a kind in this account and region, as cdk-nag writes the ARN. */
export function everyOf(scope: IConstruct, service: string, kind: string): string {
  const { partition, region, account } = environmentOf(scope);
  return `AwsSolutions-IAM5[Resource::arn:${partition}:${service}:${region}:${account}:${kind}/*]`;
}
