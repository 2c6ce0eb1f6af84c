import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnOIDCProvider, CfnRole } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { createBoundary, createExecutionPolicy, edgeTrials, iamArn } from './policies.ts';

const GITHUB = 'token.actions.githubusercontent.com';
const AUDIENCE = 'sts.amazonaws.com';

/** The bootstrap roles that the CDK CLI assumes. Only CloudFormation assumes the role that creates resources. */
const ASSUMED = ['deploy', 'file-publishing', 'lookup'];

/** Read-only actions of `npm run deploy`'s checks of an account (`operate/deploy/account`). */
const CHECKED = [
  'cloudformation:DescribeStackEvents',
  'cloudfront:ListDistributions',
  'lambda:GetAccountSettings',
  'mediaconvert:ListQueues',
  'ses:GetAccount',
  'ses:GetEmailIdentity',
];

/**
 * Roles are named after their stack. This stack's name does not start with `Fanfare-<stage>-`, whose roles a deployment
 * may change.
 */
export const deployerStackName = (environment: string): string => `FanfareDeployer-${environment}`;

export interface DeployerStackProps extends StackProps {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /**
   * The GitHub environment, named after the stage. The repository's settings define who may deploy, from which branch.
   */
  readonly environment: string;
  /** Qualifier of the bootstrap that deploys this stage, so that an account's stages can have separate ones. */
  readonly qualifier: string;
  /** The account's GitHub identity provider; an account can have only one. @default a new one */
  readonly providerArn?: string | undefined;
}

/**
 * Lets GitHub deploy from one environment of one repository, without a key that could be stolen: each run presents a
 * token signed by GitHub. The role can assume the roles of one `cdk bootstrap`, and read the parts of the account that
 * a deployment checks. The two policies limit what a manipulated template could do (docs/operate.md).
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
