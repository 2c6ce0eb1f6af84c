import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { DeployerStack } from '../../../infra/cloud/deployer/deployer-stack.ts';
import { Schemas } from '../../../infra/cloud/template/schema.ts';
import { findings } from '../../../infra/cloud/template/validate.ts';
import { withArnTexts } from '../../support/site/stack/arn-texts.ts';
import { isAllowed } from '../../support/site/stack/iam-evaluation.ts';
import { deployed, PRODUCTION } from '../../support/site/stack/operator.ts';
import { resources } from '../../support/site/stack/site-queries.ts';
import type { Site } from '../../support/site/stack/site.ts';

const ACCOUNT = '111122223333';

function made(providerArn?: string) {
  const stack = new DeployerStack(new App(), 'Fanfare-dev-deployer', {
    repository: 'fans/fanfare',
    environment: 'dev',
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

  it('may only look at the account itself', () => {
    expect(role.Policies).toHaveLength(1);
    expect(role.ManagedPolicyArns).toBeUndefined();
    const actions = statements
      .flatMap(({ Action }) => Action)
      .filter((action) => action !== 'sts:AssumeRole');
    expect(actions.filter((action) => !/^[\w-]+:(Describe|Get|List)/.test(action))).toEqual([]);
    expect(
      may('ssm:GetParameter', `arn:aws:ssm:eu-west-1:${ACCOUNT}:parameter/cdk-bootstrap/fanfdev/version`),
    ).toBe(true);
    expect(may('ssm:GetParameter', `arn:aws:ssm:eu-west-1:${ACCOUNT}:parameter/secret`)).toBe(false);
  });

  it('conforms to AWS’s schemas', () => {
    expect(findings(template.toJSON() as Parameters<typeof findings>[0], new Schemas())).toEqual([]);
  });

  it('uses the account’s existing provider', () => {
    const providers = (one: Template) => Object.keys(one.findResources('AWS::IAM::OIDCProvider'));
    const there = 'arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com';
    expect(providers(template)).toHaveLength(1);
    expect(providers(made(there).template)).toEqual([]);
  });
});

describe('the policies of a stage', () => {
  const policies = Object.values(made().template.findResources('AWS::IAM::ManagedPolicy'));
  const policy = (name: string) =>
    textsOf(
      policies.find(({ Properties }) => Properties['ManagedPolicyName'] === name)!['Properties']
        .PolicyDocument.Statement,
    );
  const ROLE = `arn:aws:iam::${ACCOUNT}:role/Fanfare-dev-Functionsapirole-1A2B`;
  const OTHER = `arn:aws:iam::${ACCOUNT}:role/Admin`;
  const boundaryRef = JSON.stringify({ Ref: 'Boundary' });

  it('let the site’s roles do all that they are granted, and nothing with identities', () => {
    const boundary = policy('Fanfare-dev-boundary');
    const within = (action: string, context = {}, resource = ROLE) =>
      isAllowed(boundary, { action, resource, context });
    for (const { site, guard, cdnAlarm } of [
      deployed({ tracing: 'yes', gradual: 'yes' }),
      deployed(PRODUCTION),
    ])
      for (const one of [site, guard, cdnAlarm]) {
        for (const action of actionsIn(one).filter((action) => action !== 'iam:PassRole'))
          expect(within(action), action).toBe(true);
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
  });

  it('let CloudFormation make roles of the site with the boundary only', () => {
    const [others, ...named] = policy('Fanfare-dev-execution');
    expect(others?.NotAction).toEqual(['account:*', 'iam:*', 'organizations:*', 'sts:*']);
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

  it('bound every role of a site that asks for it', () => {
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

/** AWS's own policies that roles have. The boundary has their services. */
const MANAGED = ['AWSLambdaBasicExecutionRole', 'AWSCodeDeployRoleForLambdaLimited'];

type PolicyDocument = { readonly Statement: readonly { readonly Action: string | readonly string[] }[] };

const actionsIn = (site: Site): string[] =>
  Object.values(resources<{ PolicyDocument: PolicyDocument }>(site, 'AWS::IAM::Policy')).flatMap(
    ({ Properties }) => Properties.PolicyDocument.Statement.flatMap(({ Action }) => [Action].flat()),
  );

const managedPoliciesIn = (site: Site): string[] =>
  Object.values(resources<{ ManagedPolicyArns?: object[] }>(site, 'AWS::IAM::Role')).flatMap(
    ({ Properties }) =>
      (Properties.ManagedPolicyArns ?? []).map(
        (arn) => /policy\/(?:service-role\/)?(\w+)/.exec(JSON.stringify(arn))?.[1] ?? '',
      ),
  );
