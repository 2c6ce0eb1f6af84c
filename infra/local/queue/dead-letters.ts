import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws/aws-error.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/credentials.ts';
import type { Collection } from '../system/store.ts';

/** The dead-letter queues, by their names in the stack. */
export type DeadLettersName = 'Events' | 'Chunks' | 'News' | 'Webhooks';
const NAMES: readonly DeadLettersName[] = ['Events', 'Chunks', 'News', 'Webhooks'];
/** Of queues; the others are of events. */
const SOURCES = { News: 'news', Webhooks: 'webhooks' } as const;
type OfQueue = keyof typeof SOURCES;
const isOfQueue = (of: DeadLettersName): of is OfQueue => of in SOURCES;

export interface DeadLetter {
  readonly id: string;
  readonly of: DeadLettersName;
  readonly body: string;
  readonly sentAtMs: number;
}

interface QueueInput {
  readonly QueueUrl?: string;
  readonly QueueNamePrefix?: string;
  readonly ReceiptHandle?: string;
  readonly MaxNumberOfMessages?: number;
  readonly VisibilityTimeout?: number;
  readonly SourceArn?: string;
}

/** Named as CloudFormation names resources without a name. */
const queueName = (of: DeadLettersName): string => `Fanfare-local-${of}DeadLetters00000000-LOCAL`;
const arnOf = (of: DeadLettersName): string =>
  `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${queueName(of)}`;

export interface DeadLettersOptions {
  readonly letters: Collection<DeadLetter>;
  readonly endpoint: () => string;
  /** Receives messages that are moved back to their queue. */
  readonly takeBack: (of: OfQueue, body: string) => void;
}

/**
 * Stores messages that could not be delivered, with the SQS operations that operators need to read and redrive them.
 * Source: Amazon SQS API Reference.
 */
export function deadLetterQueues({ letters, endpoint, takeBack }: DeadLettersOptions) {
  const hiddenUntilMs = new Map<string, number>();
  const isVisible = ({ id }: DeadLetter): boolean => (hiddenUntilMs.get(id) ?? 0) <= Date.now();
  const lettersOf = (of: DeadLettersName): DeadLetter[] =>
    letters.list().filter((letter) => letter.of === of);
  const urlOf = (of: DeadLettersName): string => `${endpoint()}/${LOCAL_ACCOUNT}/${queueName(of)}`;
  const queueOf = ({ QueueUrl, SourceArn }: QueueInput): DeadLettersName => {
    const name = NAMES.find((of) => urlOf(of) === QueueUrl || arnOf(of) === SourceArn);
    if (!name) throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
    return name;
  };
  return {
    put: (of: DeadLettersName, body: string): void => {
      // Keys are in order of arrival.
      const id = `${Date.now()}-${randomUUID()}`;
      letters.put(id, { id, of, body, sentAtMs: Date.now() });
    },
    count: (of: DeadLettersName): number => lettersOf(of).length,
    operations: {
      ListQueues: ({ QueueNamePrefix = '' }: QueueInput) => ({
        QueueUrls: NAMES.filter((of) => queueName(of).startsWith(QueueNamePrefix)).map(urlOf),
      }),
      GetQueueAttributes: (input: QueueInput) => {
        const of = queueOf(input);
        const visible = lettersOf(of).filter(isVisible).length;
        const hidden = lettersOf(of).length - visible;
        return {
          Attributes: {
            QueueArn: arnOf(of),
            ApproximateNumberOfMessages: String(visible),
            ApproximateNumberOfMessagesNotVisible: String(hidden),
          },
        };
      },
      ListDeadLetterSourceQueues: (input: QueueInput) => {
        const of = queueOf(input);
        return { queueUrls: isOfQueue(of) ? [`${endpoint()}/${LOCAL_ACCOUNT}/${SOURCES[of]}`] : [] };
      },
      ReceiveMessage: (input: QueueInput) => {
        const found = lettersOf(queueOf(input))
          .filter(isVisible)
          .slice(0, input.MaxNumberOfMessages ?? 1);
        for (const { id } of found)
          hiddenUntilMs.set(id, Date.now() + (input.VisibilityTimeout ?? 30) * 1000);
        const messages = found.map(({ id, body, sentAtMs }) => ({
          MessageId: id,
          ReceiptHandle: id,
          Body: body,
          Attributes: { SentTimestamp: String(sentAtMs) },
        }));
        return messages.length > 0 ? { Messages: messages } : {};
      },
      ChangeMessageVisibility: ({ ReceiptHandle = '', VisibilityTimeout = 0, ...input }: QueueInput) => {
        queueOf(input);
        hiddenUntilMs.set(ReceiptHandle, Date.now() + VisibilityTimeout * 1000);
        return {};
      },
      DeleteMessage: ({ ReceiptHandle = '', ...input }: QueueInput) => {
        queueOf(input);
        letters.delete(ReceiptHandle);
        return {};
      },
      StartMessageMoveTask: (input: QueueInput) => {
        const of = queueOf(input);
        if (!isOfQueue(of))
          throw new AwsError('InvalidParameterValueException', 'Source queue must be a dead-letter queue.');
        for (const { id, body } of lettersOf(of)) {
          letters.delete(id);
          takeBack(of, body);
        }
        return { TaskHandle: randomUUID() };
      },
    },
  };
}
