import { join } from 'node:path';
import * as z from 'zod/mini';
import { MAX_TRIES, PAGE_HIDDEN_S, PAGES_AT_ONCE } from '#infra/agreed/news-queue.ts';
import { WEBHOOK_HIDDEN_S, WEBHOOK_MAX_TRIES, WEBHOOKS_AT_ONCE } from '#infra/agreed/webhooks-queue.ts';
import { AwsError } from '../aws/aws-error.ts';
import { startAwsServer } from '../aws/aws-server.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Credentials } from '../aws/credentials.ts';
import type { Refuse } from '../aws/iam/authorize.ts';
import { deadLetterQueues, type DeadLettersName, type DeadLetter } from './dead-letters.ts';
import { type Message, messageQueue, type MessageQueueOptions } from './message-queue.ts';
import { Store } from '../system/store.ts';

export interface LocalQueue {
  readonly endpoint: string;
  readonly queueUrl: string;
  readonly webhooksQueueUrl: string;
  /** Moves an undeliverable message to a dead-letter queue. */
  bury(of: DeadLettersName, body: string): void;
  /** Number of messages of news: waiting or in flight, and dead ones. */
  size(): { readonly messages: number; readonly dead: number };
  close(): Promise<void>;
}

/** @default of a queue's settings: as in the code */
type Delivery = Pick<MessageQueueOptions, 'deliver'> &
  Partial<Pick<MessageQueueOptions, 'hiddenMs' | 'atOnce' | 'maxTries'>>;

/** The queue of news, and that of webhooks. */
export interface QueueOptions extends Delivery {
  /** Folder for the messages. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  /** @default its messages wait */
  readonly webhooks?: Delivery | undefined;
  /** Refuses calls as IAM does. @default refuses nothing */
  readonly refuse?: Refuse | undefined;
}

const sendMessage = z.object({
  QueueUrl: z.string(),
  MessageBody: z.string().check(z.minLength(1)),
  DelaySeconds: z._default(z.int().check(z.gte(0), z.lte(900)), 0),
});

/**
 * Starts the stand-in for SQS with the queues of news and of webhooks (SendMessage and Lambda's event source) and the
 * dead-letter queues. A message is delivered at least once; a failed one is retried, and becomes a dead letter after
 * {@link MAX_TRIES} attempts. Messages survive `kill -9`.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export async function startQueue(options: QueueOptions): Promise<LocalQueue> {
  const {
    dataDir,
    credentials,
    refuse,
    webhooks: ofWebhooks = { deliver: async () => {}, atOnce: 0 },
  } = options;
  const store = new Store(join(dataDir, 'queue.sqlite'));
  const dead = deadLetterQueues({
    letters: store.collection<DeadLetter>('letters'),
    endpoint: () => server.endpoint,
    takeBack: (of, body) => void (of === 'News' ? news : webhooks).take(body),
  });
  const news = messageQueue({
    name: 'news',
    messages: store.collection<Message>('messages'),
    bury: (body) => dead.put('News', body),
    hiddenMs: PAGE_HIDDEN_S * 1000,
    atOnce: PAGES_AT_ONCE,
    maxTries: MAX_TRIES,
    ...deliveryOf(options),
  });
  const webhooks = messageQueue({
    name: 'webhooks',
    messages: store.collection<Message>('webhooks'),
    bury: (body) => dead.put('Webhooks', body),
    hiddenMs: WEBHOOK_HIDDEN_S * 1000,
    atOnce: WEBHOOKS_AT_ONCE,
    maxTries: WEBHOOK_MAX_TRIES,
    ...deliveryOf(ofWebhooks),
  });
  const operations = {
    ...dead.operations,
    SendMessage: (input: unknown) => {
      const sent = sendMessage.safeParse(input);
      if (!sent.success) throw new AwsError('InvalidParameterValueException', z.prettifyError(sent.error));
      const { QueueUrl, MessageBody, DelaySeconds } = sent.data;
      const queue = new Map([
        [urlOf('news'), news],
        [urlOf('webhooks'), webhooks],
      ]).get(QueueUrl);
      if (!queue) throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
      return { MessageId: queue.take(MessageBody, DelaySeconds * 1000) };
    },
  };
  const authorization = refuse && { refuse, requests };
  const server = await startAwsServer({ credentials, operations, authorization });
  const { endpoint, close } = server;
  const urlOf = (name: string): string => `${endpoint}/${LOCAL_ACCOUNT}/${name}`;
  return {
    endpoint,
    queueUrl: urlOf('news'),
    webhooksQueueUrl: urlOf('webhooks'),
    bury: dead.put,
    size: () => ({ messages: news.size(), dead: dead.count('News') }),
    close: async () => {
      news.close();
      webhooks.close();
      await close();
      store.close();
    },
  };
}

/** Without what is left to its default. */
const deliveryOf = ({ deliver, hiddenMs, atOnce, maxTries }: Delivery) => ({
  deliver,
  ...(hiddenMs !== undefined && { hiddenMs }),
  ...(atOnce !== undefined && { atOnce }),
  ...(maxTries !== undefined && { maxTries }),
});

function requests(operation: string, input: unknown) {
  const { QueueUrl = '' } = input as { QueueUrl?: string };
  const name = QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1);
  const resource = `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`;
  return [{ action: `sqs:${operation}`, resource }];
}
