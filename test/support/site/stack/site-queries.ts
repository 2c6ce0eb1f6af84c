import { CfnElement, type Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { LambdaName } from '#functions/lambdas.ts';
import type { Site } from './site.ts';

export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

interface Resource<P> {
  readonly Type: string;
  readonly Properties: P;
  readonly DeletionPolicy?: string;
}

/** Returns all resources of a CloudFormation type, by logical id. */
export function resources<P>({ template }: Site, type: string): Record<string, Resource<P>> {
  return template.findResources(type) as Record<string, Resource<P>>;
}

/** Returns the logical id of the resource of the construct at `path`, for example `Functions/api`. */
export function logicalId(stack: Stack, path: string): string {
  const construct = path.split('/').reduce<IConstruct>((scope, id) => scope.node.findChild(id), stack);
  const element = construct.node.defaultChild ?? construct;
  if (!CfnElement.isCfnElement(element)) throw new Error(`${path} is not a resource`);
  return stack.resolve(element.logicalId) as string;
}

/** Returns all policy statements of a Lambda's role. */
export function statementsOf(site: Site, name: LambdaName): Statement[] {
  const role = logicalId(site.stack, `Functions/${name}-role`);
  type Policy = { Roles: { Ref: string }[]; PolicyDocument: { Statement: Statement[] } };
  return Object.values(resources<Policy>(site, 'AWS::IAM::Policy'))
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === role))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}

/** Returns the unique actions of these statements in order. */
export function actionsOf(statements: readonly Statement[]): string[] {
  return [...new Set(statements.flatMap(({ Action }) => Action))].toSorted();
}
