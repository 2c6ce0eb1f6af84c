import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Stage } from '../stage/stage.ts';
import { acknowledge } from './acknowledge.ts';

export interface RotatedSecretProps {
  /** Its purpose. */
  readonly description: string;
  /** Increase by one to change the secret; the previous one stays accepted until the next change. @default 1 */
  readonly generation?: number | undefined;
  /**
   * The stage whose stored data it seals, so that every generation is accepted forever and is kept as long as the
   * stage's data.
   * @default only the previous generation is accepted
   */
  readonly sealsDataOf?: Stage;
}

/**
 * A secret that a deployment changes. The template only contains references to the values. Checks also accept the value
 * of the last generation, because not all holders of the secret learn the new one at the same time.
 */
export class RotatedSecret extends Construct {
  readonly generation: number;
  /** The current generation's value. */
  readonly current: string;
  /** Accepted values, newest first, joined by commas. */
  readonly accepted: string;

  constructor(
    scope: Construct,
    id: string,
    { description, generation = 1, sealsDataOf }: RotatedSecretProps,
  ) {
    super(scope, id);
    this.generation = generation;
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
