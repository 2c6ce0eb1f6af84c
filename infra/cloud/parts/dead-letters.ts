import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** What all our queues have in common. */
export const PRIVATE_QUEUE = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } as const;

/** The most that SQS keeps a message. */
const KEPT = Duration.days(14);

export interface DeadLettersProps {
  /** For how long something can be done with them. @default two weeks */
  readonly kept?: Duration;
}

/** Where what could not be delivered, or was failed on too often, waits until somebody looks (`npm run redrive`). */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, { kept = KEPT }: DeadLettersProps = {}) {
    super(scope, id, { ...PRIVATE_QUEUE, retentionPeriod: kept });
    acknowledge(this, { 'AwsSolutions-SQS3': 'This queue is the dead-letter queue.' });
  }

  /**
   * Takes the events that an asynchronously invoked Lambda fails on. Like `SqsDestination` and `SqsDlq`, whose grants would also let
   * the handler look the queue up and read its attributes.
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
