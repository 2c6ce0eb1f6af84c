import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { DeployerStack } from '../../../infra/cloud/deployer/deployer-stack.ts';
import { Schemas } from '../../../infra/cloud/template/schema.ts';
import { findings } from '../../../infra/cloud/template/validate.ts';
import { isAllowed } from '../../support/site/stack/iam-evaluation.ts';

const ACCOUNT = '111122223333';

function made(providerArn?: string) {
  const stack = new DeployerStack(new App(), 'Fanfare-dev-deployer', {
    repository: 'fans/fanfare',
    environment: 'dev',
    providerArn,
    env: { account: ACCOUNT, region: 'eu-west-1' },
  });
  const template = Template.fromStack(stack);
  const [role] = Object.values(template.findResources('AWS::IAM::Role'));
  return { template, role: role!['Properties'] };
}

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

  it('may assume the CDK bootstrap roles and do nothing itself', () => {
    const [{ PolicyDocument }] = role.Policies;
    expect(role.Policies).toHaveLength(1);
    expect(PolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Resource: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, `:iam::${ACCOUNT}:role/cdk-*`]] },
      },
    ]);
    expect(role.ManagedPolicyArns).toBeUndefined();
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
