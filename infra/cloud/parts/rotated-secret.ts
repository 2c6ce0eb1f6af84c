import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Stage } from '../stage/stage.ts';
import { acknowledge } from './acknowledge.ts';

export interface RotatedSecretProps {
  /** What it is for. */
  readonly description: string;
  /** Counted up to change the secret; the one before it is known for as long. @default 1 */
  readonly generation?: number | undefined;
  /**
   * What this stage keeps was sealed with it, so that each generation is taken for ever, and outlives the stack as that does.
   * @default the one before is the last that is taken
   */
  readonly sealsDataOf?: Stage;
}

/**
 * A secret that a deployment changes. The template refers to the values and does not show them. Checks also accept the value of
 * the last generation, since not all who know the secret learn the new one at the same time.
 */
export class RotatedSecret extends Construct {
  /** The one of this generation. */
  readonly current: string;
  /** What is taken, newest first, joined by a comma. */
  readonly accepted: string;

  constructor(
    scope: Construct,
    id: string,
    { description, generation = 1, sealsDataOf }: RotatedSecretProps,
  ) {
    super(scope, id);
    const oldest = sealsDataOf ? 1 : Math.max(1, generation - 1);
    const taken = Array.from({ length: generation - oldest + 1 }, (_, n) => generation - n);
    const values = taken.map((number) => this.secret(description, number, sealsDataOf));
    this.current = values[0]!;
    this.accepted = values.join(',');
  }

  private secret(description: string, generation: number, sealsDataOf?: Stage): string {
    const secret = new Secret(this, `Generation${generation}`, {
      description,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    if (sealsDataOf) secret.applyRemovalPolicy(sealsDataOf.removalPolicy);
    acknowledge(secret, {
      'AwsSolutions-SMG4': 'A deployment changes it (runbook), as all who know it must learn it together.',
    });
    return secret.secretValue.unsafeUnwrap();
  }
}
