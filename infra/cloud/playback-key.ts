import { join } from 'node:path';
import { CustomResource, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnPlaybackKeyPair } from 'aws-cdk-lib/aws-ivs';
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { bundledCode } from './functions/bundled-code.ts';
import type { RotatedSecret } from './parts/rotated-secret.ts';

const ENTRY = join(import.meta.dirname, 'playback-key.lambda.ts');

/**
 * Imports the public key of the addresses that the site signs into IVS. CloudFormation can make the secret from which the key
 * pair follows, but not the pair, so that a function without any rights computes the public key at a deployment.
 */
export class PlaybackKey extends Construct {
  constructor(scope: Construct, id: string, secret: RotatedSecret) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    const { functionArn } = new LambdaFunction(this, 'Handler', {
      code: bundledCode(ENTRY),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(30),
      environment: { PLAYBACK_SECRET: secret.current },
      role,
      logGroup,
    });
    const computed = new CustomResource(this, 'Computed', {
      serviceToken: functionArn,
      resourceType: 'Custom::PlaybackKey',
      // A changed property makes CloudFormation ask again.
      properties: { Generation: secret.generation },
    });
    // It has no name, so that another generation's can be imported before this one is deleted.
    new CfnPlaybackKeyPair(this, 'Pair', { publicKeyMaterial: computed.getAttString('PublicKey') });
  }
}
