import { ArnFormat, Stack, type ArnComponents } from 'aws-cdk-lib';
import { CfnManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from '../parts/acknowledge.ts';
import { boundaryName } from '../stage/permissions-boundary.ts';

/**
 * Services whose resources are not named after the site, so its roles may use all of their resources: those that its
 * Lambdas call, and CodeDeploy, MediaConvert, AppSync and AWS Backup. None of them uses another role's permissions
 * unless it is passed to it.
 */
const UNNAMED_SERVICES = [
  'appsync',
  'backup',
  'cloudfront-keyvaluestore',
  'cloudwatch',
  'cognito-idp',
  'events',
  'ivs',
  'kms',
  'logs',
  'mediaconvert',
  'ses',
  'sns',
  'wafv2',
  'xray',
] as const;

/**
 * Resources whose names start with their stack's. Access to another stack's Lambda would give access to its role, and
 * access to another stack's bucket, for example CDK's assets, to its deployments.
 */
const namedResources = (scope: Construct, stage: string): Readonly<Record<string, readonly string[]>> => {
  const arn = (parts: Pick<ArnComponents, 'service' | 'resource' | 'resourceName' | 'arnFormat'>) =>
    Stack.of(scope).formatArn({ region: '*', ...parts });
  const named = `Fanfare-${stage}-*`;
  const table = { service: 'dynamodb', resource: 'table' };
  const colon = ArnFormat.COLON_RESOURCE_NAME;
  const bucket = { service: 's3', region: '', account: '', resource: `fanfare-${stage}-*` };
  return {
    dynamodb: [arn({ ...table, resourceName: named })],
    lambda: [arn({ service: 'lambda', resource: 'function', resourceName: named, arnFormat: colon })],
    s3: [Stack.of(scope).formatArn(bucket)],
    sqs: [arn({ service: 'sqs', resource: named })],
    // References between stacks in different regions.
    ssm: [arn({ service: 'ssm', resource: 'parameter', resourceName: 'cdk/exports/*' })],
  };
};

/** CloudFormation's actions on roles that cannot widen their permissions. */
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

/** Actions that can widen a role's permissions, so the role must have the boundary. */
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

/**
 * Maximum permissions of all roles of the site's stacks, whatever their policies allow: no role may manage identities.
 */
export const createBoundary = (scope: Construct, stage: string): CfnManagedPolicy =>
  managedPolicy(scope, 'Boundary', boundaryName(stage), [
    { Effect: 'Allow', Action: UNNAMED_SERVICES.map((service) => `${service}:*`), Resource: '*' },
    ...Object.entries(namedResources(scope, stage)).map(([service, Resource]) => ({
      Effect: 'Allow',
      Action: `${service}:*`,
      Resource,
    })),
    {
      Effect: 'Allow',
      // AWS has no narrower resource for ListStreams. The web app is copied from CDK's asset bucket.
      Action: ['dynamodb:ListStreams', 's3:GetBucket*', 's3:GetObject*', 's3:List*'],
      Resource: '*',
    },
    {
      Effect: 'Allow',
      Action: 'iam:PassRole',
      Resource: rolesOf(scope, stage),
      Condition: { StringEquals: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' } },
    },
  ]);

const IDENTITIES = ['account:*', 'iam:*', 'identitystore:*', 'organizations:*', 'sso:*', 'sts:*'];
/** Services that the site does not use, and that act with the permissions of existing roles. */
const RUNS_AS_OTHERS = [
  'batch',
  'cloudformation',
  'codebuild',
  'codepipeline',
  'ec2',
  'ecs',
  'eks',
  'glue',
  'sagemaker',
  'scheduler',
  'states',
].map((service) => `${service}:*`);
/** Runs commands on machines, with their permissions. */
const COMMANDS = ['ssm:SendCommand', 'ssm:StartAutomationExecution', 'ssm:StartSession'];

/**
 * Lambda permissions for functions named after one of the site's stacks. A stack may import existing functions with
 * their roles.
 */
function lambdaStatements(scope: Construct, stage: string): readonly object[] {
  const arnOf = (resource: string, resourceName: string): string =>
    Stack.of(scope).formatArn({
      service: 'lambda',
      region: '*',
      resource,
      resourceName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  const functions = arnOf('function', `Fanfare-${stage}-*`);
  const mappings = arnOf('event-source-mapping', '*');
  return [
    // CloudFormation does not name layers after their stack. Layers have no permissions.
    { Effect: 'Allow', Action: 'lambda:*', Resource: [functions, arnOf('layer', '*')] },
    {
      Effect: 'Allow',
      Action: ['CreateEventSourceMapping', 'DeleteEventSourceMapping', 'UpdateEventSourceMapping'].map(
        (name) => `lambda:${name}`,
      ),
      Resource: '*',
      Condition: { ArnLike: { 'lambda:FunctionArn': functions } },
    },
    {
      Effect: 'Allow',
      Action: [
        'lambda:GetEventSourceMapping',
        'lambda:ListTags',
        'lambda:TagResource',
        'lambda:UntagResource',
      ],
      Resource: mappings,
    },
    {
      Effect: 'Allow',
      Action: ['lambda:GetAccountSettings', 'lambda:ListEventSourceMappings', 'lambda:ListFunctions'],
      Resource: '*',
    },
  ];
}

/**
 * CloudFormation's permissions for the site's stacks (`cdk bootstrap --cloudformation-execution-policies`): everything
 * except granting more than the boundary. A manipulated template cannot create users or change other roles.
 */
export const createExecutionPolicy = (
  scope: Construct,
  stage: string,
  boundary: CfnManagedPolicy,
): CfnManagedPolicy => {
  const policy = managedPolicy(scope, 'Execution', `Fanfare-${stage}-execution`, [
    {
      Effect: 'Allow',
      NotAction: [...IDENTITIES, 'lambda:*', ...RUNS_AS_OTHERS, ...COMMANDS],
      Resource: '*',
    },
    ...lambdaStatements(scope, stage),
    { Effect: 'Allow', Action: ROLE_ACTIONS, Resource: rolesOf(scope, stage) },
    {
      Effect: 'Allow',
      Action: BOUNDED_ACTIONS,
      Resource: rolesOf(scope, stage),
      Condition: { StringEquals: { 'iam:PermissionsBoundary': boundary.ref } },
    },
    {
      // For any service: AWS defines what such a role may do, and only its service can assume it.
      Effect: 'Allow',
      Action: 'iam:CreateServiceLinkedRole',
      Resource: iamArn(scope, 'role', 'aws-service-role/*'),
    },
    {
      // For the first recording configuration. Source: Amazon IVS User Guide, "Using service-linked roles for Amazon
      // IVS".
      Effect: 'Allow',
      Action: ['iam:AttachRolePolicy', 'iam:PutRolePolicy'],
      Resource: iamArn(scope, 'role', 'aws-service-role/ivs.amazonaws.com/AWSServiceRoleForIVSRecordToS3*'),
    },
  ]);
  acknowledge(policy, {
    'CloudFormation-Validate::W2512':
      'CloudFormation makes whatever the stacks will have, but for identities, which the other statements bound.',
  });
  return policy;
};

/** `npm run deploy` tests the edge functions under separate names (`operate/deploy/edge-trial.ts`). */
export const edgeTrials = (scope: Construct, stage: string): object[] => {
  const stack = Stack.of(scope);
  const arn = { service: 'cloudfront', region: '' };
  const functions = { ...arn, resource: 'function', resourceName: `Fanfare-${stage}-trial-*` };
  const stores = { ...arn, resource: 'key-value-store', resourceName: '*' };
  return [
    {
      Effect: 'Allow',
      Action: ['CreateFunction', 'DeleteFunction', 'DescribeFunction', 'TestFunction'].map(
        (action) => `cloudfront:${action}`,
      ),
      Resource: stack.formatArn(functions),
    },
    { Effect: 'Allow', Action: 'cloudfront:DescribeKeyValueStore', Resource: stack.formatArn(stores) },
  ];
};

export const iamArn = (scope: Construct, resource: string, resourceName: string): string =>
  Stack.of(scope).formatArn({ service: 'iam', region: '', resource, resourceName });

/** CloudFormation starts the names of roles with that of their stack. */
const rolesOf = (scope: Construct, stage: string): string => iamArn(scope, 'role', `Fanfare-${stage}-*`);
