import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnOIDCProvider, CfnRole } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

const GITHUB = 'token.actions.githubusercontent.com';
const AUDIENCE = 'sts.amazonaws.com';

export interface DeployerStackProps extends StackProps {
  /** On GitHub, as `owner/name`. */
  readonly repository: string;
  /** Of GitHub, named after the stage: who may deploy there, and from which branch, is said in the repository's settings. */
  readonly environment: string;
  /** Of GitHub in this account, which may have one. @default one is made */
  readonly providerArn?: string | undefined;
}

/**
 * Lets GitHub deploy from one environment of one repository, without a key that could be stolen: each run shows a token that
 * GitHub has signed. The role can do nothing but become the roles that `cdk bootstrap` has made.
 */
export class DeployerStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { repository, environment, providerArn, ...props }: DeployerStackProps,
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
      Resource: this.formatArn({ service: 'iam', region: '', resource: 'role', resourceName: 'cdk-*' }),
    };
    const role = new CfnRole(this, 'Role', {
      description: `Deploys Fanfare from ${repository}, environment ${environment}`,
      assumeRolePolicyDocument: { Version: '2012-10-17', Statement: [trust] },
      policies: [{ policyName: 'Deploys', policyDocument: { Version: '2012-10-17', Statement: [deploys] } }],
    });
    new CfnOutput(this, 'RoleArn', { value: role.attrArn });
  }

  private provider(): string {
    const props = { url: `https://${GITHUB}`, clientIdList: [AUDIENCE] };
    return new CfnOIDCProvider(this, 'GitHub', props).attrArn;
  }
}
