import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnOIDCProvider, CfnRole } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { createBoundary, createExecutionPolicy, edgeTrials, iamArn } from './policies.ts';

const GITHUB = 'token.actions.githubusercontent.com';
const AUDIENCE = 'sts.amazonaws.com';

/** The roles of a bootstrap that CDK's command assumes. The one that makes resources is CloudFormation's alone. */
const ASSUMED = ['deploy', 'file-publishing', 'lookup'];

/** What `npm run deploy` asks an account before it changes anything (`operate/deploy/account`). It changes nothing. */
const CHECKED = [
  'cloudformation:DescribeStackEvents',
  'cloudfront:ListDistributions',
  'lambda:GetAccountSettings',
  'mediaconvert:ListQueues',
  'ses:GetAccount',
  'ses:GetEmailIdentity',
];

/** Roles are named after their stack. This one's is none of those that begin with `Fanfare-<stage>-`, which a deployment may change. */
export const deployerStackName = (environment: string): string => `FanfareDeployer-${environment}`;

export interface DeployerStackProps extends StackProps {
  /** On GitHub, as `owner/name`. */
  readonly repository: string;
  /** Of GitHub, named after the stage: who may deploy there, and from which branch, is said in the repository's settings. */
  readonly environment: string;
  /** Of the bootstrap whose roles deploy this stage, so that the deployers of an account's stages may have one each. */
  readonly qualifier: string;
  /** Of GitHub in this account, which may have one. @default one is made */
  readonly providerArn?: string | undefined;
}

/**
 * Lets GitHub deploy from one environment of one repository, without a key that could be stolen: each run shows a token that
 * GitHub has signed. The role can become the roles of one `cdk bootstrap`, and look at what a deployment needs of the account.
 * The two policies bound what a template that was tampered with could do (docs/operate.md).
 */
export class DeployerStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { repository, environment, qualifier, providerArn, ...props }: DeployerStackProps,
  ) {
    super(scope, id, { description: 'Lets GitHub deploy Fanfare', ...props });
    const provider = providerArn ?? this.provider();
    const trust = {
      Effect: 'Allow',
      Principal: { Federated: provider },
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: {
        StringEquals: {
          [`${GITHUB}:aud`]: AUDIENCE,
          [`${GITHUB}:sub`]: `repo:${repository}:environment:${environment}`,
        },
      },
    };
    const deploys = {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Resource: ASSUMED.map((name) =>
        iamArn(this, 'role', `cdk-${qualifier}-${name}-role-${this.account}-*`),
      ),
    };
    const checks = { Effect: 'Allow', Action: CHECKED, Resource: '*' };
    const parameters = [
      { account: '', resourceName: 'aws/service/global-infrastructure/*' },
      { resourceName: `cdk-bootstrap/${qualifier}/version` },
    ];
    const reads = {
      Effect: 'Allow',
      Action: ['ssm:GetParameter', 'ssm:GetParametersByPath'],
      Resource: parameters.map((one) =>
        this.formatArn({ service: 'ssm', region: '*', resource: 'parameter', ...one }),
      ),
    };
    const role = new CfnRole(this, 'Role', {
      description: `Deploys Fanfare from ${repository}, environment ${environment}`,
      assumeRolePolicyDocument: { Version: '2012-10-17', Statement: [trust] },
      policies: [
        {
          policyName: 'Deploys',
          policyDocument: {
            Version: '2012-10-17',
            Statement: [deploys, checks, reads, ...edgeTrials(this, environment)],
          },
        },
      ],
    });
    const boundary = createBoundary(this, environment);
    const execution = createExecutionPolicy(this, environment, boundary);
    new CfnOutput(this, 'RoleArn', { value: role.attrArn });
    new CfnOutput(this, 'ExecutionPolicyArn', { value: execution.ref });
  }

  private provider(): string {
    const props = { url: `https://${GITHUB}`, clientIdList: [AUDIENCE] };
    return new CfnOIDCProvider(this, 'GitHub', props).attrArn;
  }
}
