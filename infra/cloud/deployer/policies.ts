import { Stack } from 'aws-cdk-lib';
import { CfnManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from '../parts/acknowledge.ts';
import { boundaryName } from '../stage/permissions-boundary.ts';

/** The services that the roles of a site may use at all: what its Lambdas call, and CodeDeploy, MediaConvert, AppSync and AWS Backup for it. */
export const BOUNDARY_SERVICES = [
  'appsync',
  'backup',
  'cloudfront-keyvaluestore',
  'cloudwatch',
  'cognito-idp',
  'dynamodb',
  'events',
  'ivs',
  'kms',
  'lambda',
  'logs',
  'mediaconvert',
  's3',
  'ses',
  'sns',
  'sqs',
  'xray',
] as const;

/** What CloudFormation does with a role that it may not widen. */
const ROLE_ACTIONS = [
  'DeleteRole',
  'DeleteRolePolicy',
  'DetachRolePolicy',
  'GetRole',
  'GetRolePolicy',
  'ListAttachedRolePolicies',
  'ListRolePolicies',
  'PassRole',
  'TagRole',
  'UntagRole',
  'UpdateAssumeRolePolicy',
  'UpdateRole',
  'UpdateRoleDescription',
].map((action) => `iam:${action}`);

/** What would widen a role, which therefore has to have the boundary. */
const BOUNDED_ACTIONS = ['AttachRolePolicy', 'CreateRole', 'PutRolePermissionsBoundary', 'PutRolePolicy'].map(
  (action) => `iam:${action}`,
);

const managedPolicy = (
  scope: Construct,
  id: string,
  managedPolicyName: string,
  Statement: readonly object[],
): CfnManagedPolicy =>
  new CfnManagedPolicy(scope, id, {
    managedPolicyName,
    policyDocument: { Version: '2012-10-17', Statement },
  });

/** What every role of the site's stacks may do at most, whatever its own policies say: no role gets rights over identities. */
export const createBoundary = (scope: Construct, stage: string): CfnManagedPolicy =>
  managedPolicy(scope, 'Boundary', boundaryName(stage), [
    { Effect: 'Allow', Action: BOUNDARY_SERVICES.map((service) => `${service}:*`), Resource: '*' },
    {
      Effect: 'Allow',
      Action: 'iam:PassRole',
      Resource: rolesOf(scope, stage),
      Condition: { StringEquals: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' } },
    },
  ]);

/**
 * What CloudFormation may do for the site's stacks (`cdk bootstrap --cloudformation-execution-policies`): all but give somebody
 * more than the boundary. A template that was tampered with makes no users, and changes no roles of others.
 */
export const createExecutionPolicy = (
  scope: Construct,
  stage: string,
  boundary: CfnManagedPolicy,
): CfnManagedPolicy => {
  const policy = managedPolicy(scope, 'Execution', `Fanfare-${stage}-execution`, [
    { Effect: 'Allow', NotAction: ['account:*', 'iam:*', 'organizations:*', 'sts:*'], Resource: '*' },
    { Effect: 'Allow', Action: ROLE_ACTIONS, Resource: rolesOf(scope, stage) },
    {
      Effect: 'Allow',
      Action: BOUNDED_ACTIONS,
      Resource: rolesOf(scope, stage),
      Condition: { StringEquals: { 'iam:PermissionsBoundary': boundary.ref } },
    },
    {
      Effect: 'Allow',
      Action: 'iam:CreateServiceLinkedRole',
      Resource: iamArn(scope, 'role', 'aws-service-role/*'),
    },
  ]);
  acknowledge(policy, {
    'CloudFormation-Validate::W2512':
      'CloudFormation makes whatever the stacks will have, but for identities, which the other statements bound.',
  });
  return policy;
};

export const iamArn = (scope: Construct, resource: string, resourceName: string): string =>
  Stack.of(scope).formatArn({ service: 'iam', region: '', resource, resourceName });

/** CloudFormation begins the names of roles with that of their stack. */
const rolesOf = (scope: Construct, stage: string): string => iamArn(scope, 'role', `Fanfare-${stage}-*`);
