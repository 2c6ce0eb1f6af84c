import { endpointOf, signedRequests, type Signing } from '#functions/aws/signed-requests.ts';
import type { Message } from './dead-letter.ts';

/** SQS's maximum per receive. */
const BATCH = 10;
/** Visibility timeout of inspected messages. */
const HIDDEN_S = 120;
/** Pages moved back per second. A faster rate would repeat the overload in which they failed. */
const MOVED_A_SECOND = 10;

export interface QueueState {
  readonly arn: string;
  /** Includes messages that others have received. */
  readonly count: number;
  /** Whether their source is an SQS queue, to which SQS can move them back. */
  readonly isOfQueue: boolean;
}

/** Calls SQS and Lambda without SDK clients. Source: their API references. */
export function redriveAws(signing: Signing) {
  const toSqs = signedRequests('sqs', signing);
  const once = { attempts: 1, firstDelayMs: 0, attemptTimeoutMs: 120_000 };
  const toLambda = signedRequests('lambda', signing, once);

  async function sqs<T>(operation: string, input: object): Promise<T> {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `AmazonSQS.${operation}`,
    };
    const url = new URL('/', await endpointOf('sqs', signing.region));
    const { status, body } = await toSqs({ method: 'POST', url, headers, body: JSON.stringify(input) });
    if (status !== 200) throw new Error(`SQS refused ${operation}: ${body}`);
    return (body === '' ? {} : JSON.parse(body)) as T;
  }

  return {
    queuesOf: async (QueueNamePrefix: string): Promise<readonly string[]> =>
      (await sqs<{ QueueUrls?: string[] }>('ListQueues', { QueueNamePrefix })).QueueUrls ?? [],
    stateOf: async (QueueUrl: string): Promise<QueueState> => {
      const [{ Attributes }, { queueUrls }] = await Promise.all([
        sqs<{ Attributes: Record<string, string> }>('GetQueueAttributes', {
          QueueUrl,
          AttributeNames: [
            'QueueArn',
            'ApproximateNumberOfMessages',
            'ApproximateNumberOfMessagesNotVisible',
          ],
        }),
        sqs<{ queueUrls: string[] }>('ListDeadLetterSourceQueues', { QueueUrl }),
      ]);
      const { QueueArn: arn = '', ApproximateNumberOfMessages: waiting } = Attributes;
      const { ApproximateNumberOfMessagesNotVisible: inHand } = Attributes;
      return { arn, count: Number(waiting) + Number(inHand), isOfQueue: queueUrls.length > 0 };
    },
    receive: async (QueueUrl: string, most: number): Promise<readonly Message[]> => {
      const asked = {
        QueueUrl,
        MaxNumberOfMessages: Math.min(BATCH, most),
        VisibilityTimeout: HIDDEN_S,
        MessageSystemAttributeNames: ['SentTimestamp'],
        MessageAttributeNames: ['All'],
      };
      return (await sqs<{ Messages?: Message[] }>('ReceiveMessage', asked)).Messages ?? [];
    },
    /** Makes the message visible again for the next receive. */
    show: async (QueueUrl: string, { ReceiptHandle }: Message): Promise<void> =>
      void (await sqs('ChangeMessageVisibility', { QueueUrl, ReceiptHandle, VisibilityTimeout: 0 })),
    remove: async (QueueUrl: string, { ReceiptHandle }: Message): Promise<void> =>
      void (await sqs('DeleteMessage', { QueueUrl, ReceiptHandle })),
    moveBack: async (SourceArn: string): Promise<void> =>
      void (await sqs('StartMessageMoveTask', { SourceArn, MaxNumberOfMessagesPerSecond: MOVED_A_SECOND })),
    /** Waits for the function to finish. Returns its error, or `undefined` if it succeeded. */
    invoke: async (name: string, event: unknown): Promise<string | undefined> => {
      const path = `/2015-03-31/functions/${encodeURIComponent(name)}/invocations`;
      const url = new URL(path, await endpointOf('lambda', signing.region));
      const headers = { 'content-type': 'application/json' };
      const { status, body } = await toLambda({ method: 'POST', url, headers, body: JSON.stringify(event) });
      if (status !== 200) return `Lambda answered ${status}: ${body}`;
      const answer = JSON.parse(body || 'null') as { readonly errorMessage?: string } | null;
      return answer?.errorMessage;
    },
  };
}

export type RedriveAws = ReturnType<typeof redriveAws>;
