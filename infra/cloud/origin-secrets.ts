import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

export interface OriginSecretsProps {
  /** Counted up to change the secret; the one before it is known for as long. @default 1 */
  readonly generation?: number | undefined;
}

/**
 * What the CDN says to be known by the API. Nobody sees the values: the template refers to them. The API takes the one of
 * the last generation too, since it learns the new one before all of the CDN does.
 */
export class OriginSecrets extends Construct {
  /** What the CDN says. */
  readonly current: string;
  /** What the API takes, joined by a comma. */
  readonly accepted: string;

  constructor(scope: Construct, id: string, { generation = 1 }: OriginSecretsProps) {
    super(scope, id);
    this.current = this.secret(generation);
    this.accepted = generation > 1 ? `${this.current},${this.secret(generation - 1)}` : this.current;
  }

  private secret(generation: number): string {
    const secret = new Secret(this, `Generation${generation}`, {
      description: 'By which the API knows the CDN',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    acknowledge(secret, {
      'AwsSolutions-SMG4': 'A deployment changes it (runbook), as CDN and API must learn it together.',
    });
    return secret.secretValue.unsafeUnwrap();
  }
}
