import { join } from 'node:path';
import { CustomResource, Duration } from 'aws-cdk-lib';
import { CfnPlaybackKeyPair } from 'aws-cdk-lib/aws-ivs';
import { Construct } from 'constructs';
import { plainFunction } from '../functions/plain-function.ts';
import type { RotatedSecret } from '../parts/rotated-secret.ts';

const ENTRY = join(import.meta.dirname, 'playback-key.lambda.ts');

/**
 * Imports the public key of the addresses that the site signs into IVS. CloudFormation can make the secret from which the key
 * pair follows, but not the pair, so that a function without any rights computes the public key at a deployment.
 */
export class PlaybackKey extends Construct {
  constructor(scope: Construct, id: string, secret: RotatedSecret) {
    super(scope, id);
    const { functionArn } = plainFunction(this, ENTRY, {
      timeout: Duration.seconds(30),
      environment: { PLAYBACK_SECRET: secret.current },
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
