import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { DeployerStack, deployerStackName } from '#infra/cloud/deployer/deployer-stack.ts';
import { Schemas } from '#infra/cloud/template/schema.ts';
import { findings } from '#infra/cloud/template/validate.ts';
import { withArnTexts } from '#test/support/site/stack/arn-texts.ts';
import { isAllowed } from '#test/support/site/stack/iam-evaluation.ts';
import { deployed, PRODUCTION } from '#test/support/site/stack/operator.ts';
import { inlinePolicies, physicalText } from '#test/support/site/stack/physical-names.ts';
import { resources } from '#test/support/site/stack/site-queries.ts';
import type { Site } from '#test/support/site/stack/site.ts';

const ACCOUNT = '111122223333';

function made({ providerArn, environment = 'dev' }: { providerArn?: string; environment?: string } = {}) {
  const stack = new DeployerStack(new App(), deployerStackName(environment), {
    repository: 'fans/fanfare',
    environment,
    qualifier: 'fanfdev',
    providerArn,
    env: { account: ACCOUNT, region: 'eu-west-1' },
  });
  const template = Template.fromStack(stack);
  const [role] = Object.values(template.findResources('AWS::IAM::Role'));
  return { template, role: role!['Properties'] };
}

interface AllowStatement {
  readonly Effect: 'Allow';
  readonly Action: string[];
  readonly NotAction?: string[];
  readonly Resource: string[];
}
const textsOf = withArnTexts<AllowStatement[]>;

const TRIED = ['CreateFunction', 'DeleteFunction', 'DescribeFunction', 'TestFunction'].map(
  (action) => `cloudfront:${action}`,
);

describe('the deployment stack for GitHub', () => {
  const { template, role } = made();
  const token = (sub: string, aud = 'sts.amazonaws.com') => {
    const [key] = ['token.actions.githubusercontent.com'];
    const context = { [`${key}:aud`]: aud, [`${key}:sub`]: sub };
    const [{ Effect, Action, Condition }] = role.AssumeRolePolicyDocument.Statement;
    const statements = [{ Effect, Action, Condition }];
    return isAllowed(statements, { action: 'sts:AssumeRoleWithWebIdentity', resource: '', context });
  };

  it('trusts one environment of one repository', () => {
    expect(token('repo:fans/fanfare:environment:dev')).toBe(true);
    expect(token('repo:fans/fanfare:environment:prod')).toBe(false);
    expect(token('repo:fans/fanfare:pull_request')).toBe(false);
    expect(token('repo:fans/fanfare:ref:refs/heads/main')).toBe(false);
    expect(token('repo:others/fanfare:environment:dev')).toBe(false);
    expect(token('repo:fans/fanfare:environment:dev', 'another')).toBe(false);
  });

  const statements = textsOf(role.Policies[0].PolicyDocument.Statement);
  const may = (action: string, resource = '') => isAllowed(statements, { action, resource, context: {} });
  const bootstrapRole = (qualifier: string, name: string, account = ACCOUNT) =>
    `arn:aws:iam::${account}:role/cdk-${qualifier}-${name}-role-${account}-eu-west-1`;

  it('may assume the roles of one bootstrap', () => {
    for (const name of ['deploy', 'file-publishing', 'lookup'])
      expect(may('sts:AssumeRole', bootstrapRole('fanfdev', name)), name).toBe(true);
    expect(may('sts:AssumeRole', bootstrapRole('hnb659fds', 'deploy'))).toBe(false);
    expect(may('sts:AssumeRole', bootstrapRole('fanfdev-2', 'deploy'))).toBe(false);
    expect(may('sts:AssumeRole', bootstrapRole('fanfdev', 'cfn-exec'))).toBe(false);
    expect(may('sts:AssumeRole', bootstrapRole('fanfdev', 'deploy', '999999999999'))).toBe(false);
  });

  it('has read-only access to the account itself', () => {
    expect(role.Policies).toHaveLength(1);
    expect(role.ManagedPolicyArns).toBeUndefined();
    const actions = statements
      .flatMap(({ Action }) => Action)
      .filter((action) => action !== 'sts:AssumeRole' && !TRIED.includes(action));
    expect(actions.filter((action) => !/^[\w-]+:(Describe|Get|List)/.test(action))).toEqual([]);
    expect(
      may('ssm:GetParameter', `arn:aws:ssm:eu-west-1:${ACCOUNT}:parameter/cdk-bootstrap/fanfdev/version`),
    ).toBe(true);
    expect(may('ssm:GetParameter', `arn:aws:ssm:eu-west-1:${ACCOUNT}:parameter/secret`)).toBe(false);
  });

  it('may create edge functions under trial names only', () => {
    const named = (name: string) => `arn:aws:cloudfront::${ACCOUNT}:function/${name}`;
    for (const action of TRIED) {
      expect(may(action, named('Fanfare-dev-trial-WebsitePageRequestDBE87001')), action).toBe(true);
      expect(may(action, named('eu-west-1FanfareWebsitePageRequestF6D37825')), action).toBe(false);
    }
    expect(may('cloudfront:UpdateFunction', named('Fanfare-dev-trial-x'))).toBe(false);
    expect(may('cloudfront:PublishFunction', named('Fanfare-dev-trial-x'))).toBe(false);
  });

  it('conforms to AWS’s schemas', () => {
    expect(findings(template.toJSON() as Parameters<typeof findings>[0], new Schemas())).toEqual([]);
  });

  it('uses the account’s existing provider', () => {
    const providers = (one: Template) => Object.keys(one.findResources('AWS::IAM::OIDCProvider'));
    const there = 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com';
    expect(providers(template)).toHaveLength(1);
    expect(providers(made({ providerArn: there }).template)).toEqual([]);
  });
});

describe('the policies of a stage', () => {
  const [dev, prod] = ['dev', 'prod'].map((environment) =>
    Object.values(made({ environment }).template.findResources('AWS::IAM::ManagedPolicy')),
  );
  const policy = (name: string, policies = dev!) =>
    textsOf(
      policies.find(({ Properties }) => Properties['ManagedPolicyName'] === name)!['Properties']
        .PolicyDocument.Statement,
    );
  const ROLE = `arn:aws:iam::${ACCOUNT}:role/Fanfare-dev-Functionsapirole-1A2B`;
  const OTHER = `arn:aws:iam::${ACCOUNT}:role/Admin`;
  const boundaryRef = JSON.stringify({ Ref: 'Boundary' });

  it('allow the site’s roles everything that they are granted, and nothing with identities', () => {
    const boundary = policy('Fanfare-dev-boundary');
    const within = (action: string, context = {}, resource = ROLE) =>
      isAllowed(boundary, { action, resource, context });
    const sites = [
      [boundary, deployed({ tracing: 'yes', gradual: 'yes' })],
      [policy('Fanfare-prod-boundary', prod), deployed(PRODUCTION)],
    ] as const;
    for (const [statements, stacks] of sites)
      for (const one of Object.values(stacks)) {
        const grants = grantsIn(one).filter(({ action }) => action !== 'iam:PassRole');
        for (const request of grants)
          expect(isAllowed(statements, { ...request, context: {} }), JSON.stringify(request)).toBe(true);
        expect(managedPoliciesIn(one).filter((name) => !MANAGED.includes(name))).toEqual([]);
      }
    const passes = { 'iam:PassedToService': 'mediaconvert.amazonaws.com' };
    expect(within('iam:PassRole', passes)).toBe(true);
    expect(within('iam:PassRole', passes, OTHER)).toBe(false);
    expect(within('iam:PassRole', { 'iam:PassedToService': 'lambda.amazonaws.com' })).toBe(false);
    for (const action of [
      'iam:CreateUser',
      'sts:AssumeRole',
      'organizations:LeaveOrganization',
      'ec2:RunInstances',
    ])
      expect(within(action), action).toBe(false);
    for (const [action, resource] of FOREIGN) expect(within(action, {}, resource), action).toBe(false);
  });

  it('let no deployment change the deployer’s role', () => {
    // CloudFormation's names: the stack's name, the logical id, and a unique suffix.
    const own = `arn:aws:iam::${ACCOUNT}:role/${deployerStackName('dev')}-Role-1A2B`;
    const execution = policy('Fanfare-dev-execution');
    const actions = [...new Set(execution.flatMap(({ Action }) => Action ?? []))];
    expect(actions.length).toBeGreaterThan(10);
    for (const action of actions.filter((name) => name.startsWith('iam:'))) {
      const request = { action, resource: own, context: { 'iam:PermissionsBoundary': boundaryRef } };
      expect(
        isAllowed(
          execution.filter(({ NotAction }) => !NotAction),
          request,
        ),
        action,
      ).toBe(false);
    }
  });

  it('let CloudFormation prepare IVS’s recordings, and no other service’s role', () => {
    const named = policy('Fanfare-dev-execution').filter(({ NotAction }) => !NotAction);
    const linked = (service: string, name: string) =>
      `arn:aws:iam::${ACCOUNT}:role/aws-service-role/${service}.amazonaws.com/${name}`;
    for (const action of ['iam:AttachRolePolicy', 'iam:PutRolePolicy', 'iam:CreateServiceLinkedRole'])
      expect(
        isAllowed(named, { action, resource: linked('ivs', 'AWSServiceRoleForIVSRecordToS3'), context: {} }),
        action,
      ).toBe(true);
    for (const action of ['iam:AttachRolePolicy', 'iam:PutRolePolicy'])
      expect(
        isAllowed(named, { action, resource: linked('ecs', 'AWSServiceRoleForECS'), context: {} }),
        action,
      ).toBe(false);
  });

  it('let CloudFormation change only the site’s Lambdas and their event sources', () => {
    const named = policy('Fanfare-dev-execution').filter(({ NotAction }) => !NotAction);
    const ofLambda = (action: string, resource: string, context = {}) =>
      isAllowed(named, { action: `lambda:${action}`, resource, context });
    const arn = (name: string) => `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:${name}`;
    const mapping = `arn:aws:lambda:eu-west-1:${ACCOUNT}:event-source-mapping:0a1b`;
    for (const action of ['CreateFunction', 'UpdateFunctionCode', 'AddPermission', 'InvokeFunction']) {
      expect(ofLambda(action, arn('Fanfare-dev-Functionsapi-1A2B:live')), action).toBe(true);
      expect(ofLambda(action, arn('Fanfare-prod-Functionsapi-1A2B')), action).toBe(false);
      expect(ofLambda(action, arn('billing')), action).toBe(false);
    }
    const calls = (name: string) =>
      ofLambda('CreateEventSourceMapping', mapping, { 'lambda:FunctionArn': arn(name) });
    expect(calls('Fanfare-dev-Functionsnews-1A2B')).toBe(true);
    expect(calls('billing')).toBe(false);
  });

  it('let CloudFormation use all services of the stacks, and none that acts with permissions of others', () => {
    const [{ NotAction: refused = [] } = {} as AllowStatement] = policy('Fanfare-dev-execution');
    const isRefused = (action: string) =>
      refused.some((one) => one === action || one === `${action.split(':')[0]}:*`);
    for (const action of [
      'sts:AssumeRole',
      'codebuild:StartBuild',
      'cloudformation:UpdateStack',
      'ssm:SendCommand',
    ])
      expect(isRefused(action), action).toBe(true);
    const types = Object.values(deployed(PRODUCTION)).flatMap(({ template }) =>
      Object.values(template.toJSON().Resources as Record<string, { Type: string }>).map(({ Type }) => Type),
    );
    const services = new Set(types.flatMap((type) => /^AWS::(\w+)::/.exec(type)?.[1]?.toLowerCase() ?? []));
    const own = ['iam', 'lambda'];
    expect([...services].filter((service) => isRefused(`${service}:x`) && !own.includes(service))).toEqual(
      [],
    );
  });

  it('let CloudFormation create the site’s roles with the boundary only', () => {
    const [others, ...named] = policy('Fanfare-dev-execution');
    expect(others?.NotAction).toEqual(
      expect.arrayContaining(['account:*', 'iam:*', 'organizations:*', 'sts:*']),
    );
    const allowed = (action: string, resource: string, boundary?: string) =>
      isAllowed(named, {
        action,
        resource,
        context: boundary ? { 'iam:PermissionsBoundary': boundary } : {},
      });
    for (const action of [
      'iam:CreateRole',
      'iam:PutRolePolicy',
      'iam:AttachRolePolicy',
      'iam:PutRolePermissionsBoundary',
    ]) {
      expect(allowed(action, ROLE, boundaryRef), action).toBe(true);
      expect(allowed(action, ROLE), action).toBe(false);
      expect(allowed(action, ROLE, 'arn:aws:iam::aws:policy/AdministratorAccess'), action).toBe(false);
      expect(allowed(action, OTHER, boundaryRef), action).toBe(false);
    }
    for (const action of ['iam:UpdateAssumeRolePolicy', 'iam:PassRole', 'iam:DeleteRole']) {
      expect(allowed(action, ROLE), action).toBe(true);
      expect(allowed(action, OTHER), action).toBe(false);
    }
    for (const action of ['iam:DeleteRolePermissionsBoundary', 'iam:CreateUser', 'iam:CreatePolicyVersion'])
      expect(allowed(action, ROLE, boundaryRef), action).toBe(false);
  });

  it('bound every role of a site with the setting', () => {
    const settings = { permissionsBoundary: 'yes', bootstrapQualifier: 'fanfdev' };
    const stacks = Object.values(deployed(settings));
    expect(Object.keys(resources(stacks[1]!, 'AWS::IAM::Role')).length).toBeGreaterThan(10);
    for (const one of stacks) {
      for (const [id, { Properties }] of Object.entries(
        resources<{ PermissionsBoundary?: object }>(one, 'AWS::IAM::Role'),
      ))
        expect(JSON.stringify(Properties.PermissionsBoundary), id).toContain('policy/Fanfare-dev-boundary');
      expect(one.stack.synthesizer.bootstrapQualifier).toBe('fanfdev');
    }
  });
});

/** AWS's managed policies of roles. The boundary includes their services. */
const MANAGED = ['AWSLambdaBasicExecutionRole', 'AWSCodeDeployRoleForLambdaLimited'];

/** Resources of other projects, by which a role could get more permissions. */
const FOREIGN: readonly (readonly [action: string, resource: string])[] = [
  ['lambda:UpdateFunctionCode', `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:billing`],
  ['lambda:InvokeFunction', `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:Fanfare-prod-Functionsapi-1A2B`],
  ['s3:PutObject', `arn:aws:s3:::cdk-hnb659fds-assets-${ACCOUNT}-eu-west-1/template.json`],
  ['s3:DeleteObject', 'arn:aws:s3:::billing/invoice'],
  ['dynamodb:PutItem', `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/billing`],
  ['sqs:SendMessage', `arn:aws:sqs:eu-west-1:${ACCOUNT}:billing`],
  ['ssm:PutParameter', `arn:aws:ssm:eu-west-1:${ACCOUNT}:parameter/cdk-bootstrap/hnb659fds/version`],
];

/** Returns the permissions of a stack's roles, with resources as named by CloudFormation. */
const grantsIn = (site: Site): { readonly action: string; readonly resource: string }[] =>
  [...inlinePolicies(site).values()].flat().flatMap(({ Statement }) =>
    Statement.flatMap(({ Action, Resource }) =>
      [Resource].flat().flatMap((one) => {
        const resource = physicalText(site, one);
        return [Action].flat().map((action) => ({ action: action as string, resource }));
      }),
    ),
  );

const managedPoliciesIn = (site: Site): string[] =>
  Object.values(resources<{ ManagedPolicyArns?: object[] }>(site, 'AWS::IAM::Role')).flatMap(
    ({ Properties }) =>
      (Properties.ManagedPolicyArns ?? []).map(
        (arn) => /policy\/(?:service-role\/)?(\w+)/.exec(JSON.stringify(arn))?.[1] ?? '',
      ),
  );
