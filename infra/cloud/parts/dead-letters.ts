import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** Common properties of all our queues. */
export const PRIVATE_QUEUE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } as const;

/** SQS's maximum. */
const KEPT = Duration.days(14);

export interface DeadLettersProps {
  /** How long messages remain usable. @default two weeks */
  readonly kept?: Duration;
}

/** Stores messages that were undeliverable or failed too often, until an operator handles them (`npm run redrive`). */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, { kept = KEPT }: DeadLettersProps = {}) {
    super(scope, id, { ...PRIVATE_QUEUE, retentionPeriod: kept });
    acknowledge(this, { 'AwsSolutions-SQS3': 'This queue is the dead-letter queue.' });
  }

  /**
   * Receives events that failed in an asynchronously invoked Lambda. Like `SqsDestination` and `SqsDlq`, whose grants
   * would also let the handler look up the queue and read its attributes.
   */
  failures() {
    return {
      bind: (_from: unknown, handler: IFunction) => {
        handler.addToRolePolicy(
          new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queueArn] }),
        );
        return { destination: this.queueArn };
      },
    };
  }
}
