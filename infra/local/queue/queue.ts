import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { MAX_TRIES, PAGE_HIDDEN_S, PAGES_AT_ONCE } from '#infra/agreed/news-queue.ts';
import { AwsError } from '../aws/aws-error.ts';
import { startAwsServer } from '../aws/aws-server.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Credentials } from '../aws/credentials.ts';
import type { Refuse } from '../aws/iam/authorize.ts';
import { deadLetterQueues, type DeadLettersName, type DeadLetter } from './dead-letters.ts';
import { Store } from '../system/store.ts';

export interface LocalQueue {
  readonly endpoint: string;
  readonly queueUrl: string;
  /** Moves an undeliverable message to a dead-letter queue. */
  bury(of: DeadLettersName, body: string): void;
  /** Number of messages: waiting or in flight, and dead ones. */
  size(): { readonly messages: number; readonly dead: number };
  close(): Promise<void>;
}

export interface QueueOptions {
  /** Folder for the messages. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  /** Invokes the Lambda that consumes the queue, with one message at a time. */
  readonly deliver: (event: SQSEvent) => Promise<unknown>;
  /** An unfinished message is delivered again after this time. @default as in AWS */
  readonly hiddenMs?: number;
  /** Concurrent deliveries. @default as in the code */
  readonly atOnce?: number;
  /** Attempts before a message becomes a dead letter. @default as in the code */
  readonly maxTries?: number;
  /** Refuses calls as IAM does. @default refuses nothing */
  readonly refuse?: Refuse | undefined;
}

interface Message {
  readonly id: string;
  readonly body: string;
  /** Number of deliveries. */
  readonly tries: number;
}

const sendMessage = z.object({
  QueueUrl: z.string(),
  MessageBody: z.string().check(z.minLength(1)),
  DelaySeconds: z._default(z.int().check(z.gte(0), z.lte(900)), 0),
});

/**
 * Starts the stand-in for SQS with the news queue (SendMessage and Lambda's event source) and the dead-letter queues. A
 * message is delivered at least once; a failed one is retried, and becomes a dead letter after {@link MAX_TRIES}
 * attempts. Messages survive `kill -9`.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export async function startQueue({
  dataDir,
  credentials,
  deliver,
  hiddenMs = PAGE_HIDDEN_S * 1000,
  atOnce = PAGES_AT_ONCE,
  maxTries = MAX_TRIES,
  refuse,
}: QueueOptions): Promise<LocalQueue> {
  const store = new Store(join(dataDir, 'queue.sqlite'));
  const messages = store.collection<Message>('messages');
  const dead = deadLetterQueues({
    letters: store.collection<DeadLetter>('letters'),
    endpoint: () => server.endpoint,
    takeBack: (body) => take(body),
  });
  const waiting = messages.list();
  const timers = new Set<NodeJS.Timeout>();
  let inHand = 0;
  let isClosed = false;

  const handOut = (): void => {
    if (isClosed) return;
    while (inHand < atOnce && waiting.length > 0) {
      inHand += 1;
      void attempt(waiting.shift()!).finally(() => {
        inHand -= 1;
        handOut();
      });
    }
  };
  const attempt = async (known: Message): Promise<void> => {
    const message = { ...known, tries: known.tries + 1 };
    messages.put(message.id, message);
    const isDone = await deliver(eventOf(message)).then(hasTaken, () => false);
    if (isClosed) return;
    if (isDone) return messages.delete(message.id);
    if (message.tries < maxTries) return later(message, hiddenMs);
    dead.put('News', message.body);
    messages.delete(message.id);
    console.error(`A page of news could not be delivered: ${message.body}`);
  };
  const later = (message: Message, afterMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      waiting.push(message);
      handOut();
    }, afterMs);
    timers.add(timer);
  };

  const take = (body: string, delayMs = 0): string => {
    const message: Message = { id: randomUUID(), body, tries: 0 };
    messages.put(message.id, message);
    if (delayMs > 0) later(message, delayMs);
    else waiting.push(message);
    // The sender gets its response before the message is delivered.
    setImmediate(handOut);
    return message.id;
  };

  const operations = {
    ...dead.operations,
    SendMessage: (input: unknown) => {
      const sent = sendMessage.safeParse(input);
      if (!sent.success) throw new AwsError('InvalidParameterValueException', z.prettifyError(sent.error));
      const { QueueUrl, MessageBody, DelaySeconds } = sent.data;
      if (QueueUrl !== queueUrl)
        throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
      return { MessageId: take(MessageBody, DelaySeconds * 1000) };
    },
  };
  const requests = (operation: string, input: unknown) => {
    const { QueueUrl = '' } = input as { QueueUrl?: string };
    const name = QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1);
    const resource = `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`;
    return [{ action: `sqs:${operation}`, resource }];
  };
  const authorization = refuse && { refuse, requests };
  const server = await startAwsServer({ credentials, operations, authorization });
  const { endpoint, close } = server;
  const queueUrl = `${endpoint}/${LOCAL_ACCOUNT}/news`;
  setImmediate(handOut);
  return {
    endpoint,
    queueUrl,
    bury: dead.put,
    size: () => ({ messages: messages.list().length, dead: dead.count('News') }),
    close: async () => {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await close();
      store.close();
    },
  };
}

const hasTaken = (answer: unknown): boolean =>
  ((answer as SQSBatchResponse | undefined)?.batchItemFailures ?? []).length === 0;

const eventOf = ({ id, body, tries }: Message): SQSEvent => ({
  Records: [
    {
      messageId: id,
      receiptHandle: id,
      body,
      attributes: {
        ApproximateReceiveCount: String(tries),
        SentTimestamp: '0',
        SenderId: LOCAL_ACCOUNT,
        ApproximateFirstReceiveTimestamp: '0',
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:news`,
      awsRegion: LOCAL_REGION,
    },
  ],
});
