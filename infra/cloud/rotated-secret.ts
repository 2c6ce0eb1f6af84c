import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

export interface RotatedSecretProps {
  /** What it is for. */
  readonly description: string;
  /** Counted up to change the secret; the one before it is known for as long. @default 1 */
  readonly generation?: number | undefined;
}

/**
 * A secret that a deployment changes. Nobody sees the values: the template refers to them. Whoever checks takes the one of
 * the last generation too, since not all who know the secret learn the new one at the same time.
 */
export class RotatedSecret extends Construct {
  /** The one of this generation. */
  readonly current: string;
  /** What is taken, newest first, joined by a comma. */
  readonly accepted: string;

  constructor(scope: Construct, id: string, { description, generation = 1 }: RotatedSecretProps) {
    super(scope, id);
    this.current = this.secret(description, generation);
    this.accepted =
      generation > 1 ? `${this.current},${this.secret(description, generation - 1)}` : this.current;
  }

  private secret(description: string, generation: number): string {
    const secret = new Secret(this, `Generation${generation}`, {
      description,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    acknowledge(secret, {
      'AwsSolutions-SMG4': 'A deployment changes it (runbook), as all who know it must learn it together.',
    });
    return secret.secretValue.unsafeUnwrap();
  }
}
