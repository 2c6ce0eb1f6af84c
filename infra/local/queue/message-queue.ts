import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/credentials.ts';
import type { Collection } from '../system/store.ts';

export interface Message {
  readonly id: string;
  readonly body: string;
  /** Number of deliveries. */
  readonly tries: number;
}

export interface MessageQueueOptions {
  readonly name: string;
  readonly messages: Collection<Message>;
  /** Invokes the Lambda that consumes the queue, with one message at a time. */
  readonly deliver: (event: SQSEvent) => Promise<unknown>;
  /** An unfinished message is delivered again after this time. */
  readonly hiddenMs: number;
  /** Concurrent deliveries. */
  readonly atOnce: number;
  /** Attempts before a message becomes a dead letter. */
  readonly maxTries: number;
  readonly bury: (body: string) => void;
}

/** One queue with Lambda's event source: delivers at least once. Messages survive `kill -9`. */
export function messageQueue(options: MessageQueueOptions) {
  const { name, messages, deliver, hiddenMs, atOnce, maxTries, bury } = options;
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
    const isDone = await deliver(eventOf(name, message)).then(hasTaken, () => false);
    if (isClosed) return;
    if (isDone) return messages.delete(message.id);
    if (message.tries < maxTries) return later(message, hiddenMs);
    bury(message.body);
    messages.delete(message.id);
    console.error(`A message of ${name} could not be delivered: ${message.body}`);
  };
  const later = (message: Message, afterMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      waiting.push(message);
      handOut();
    }, afterMs);
    timers.add(timer);
  };
  setImmediate(handOut);
  return {
    /** Returns the message's id. */
    take: (body: string, delayMs = 0): string => {
      const message: Message = { id: randomUUID(), body, tries: 0 };
      messages.put(message.id, message);
      if (delayMs > 0) later(message, delayMs);
      else waiting.push(message);
      // The sender gets its response before the message is delivered.
      setImmediate(handOut);
      return message.id;
    },
    size: (): number => messages.list().length,
    close: (): void => {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

const hasTaken = (answer: unknown): boolean =>
  ((answer as SQSBatchResponse | undefined)?.batchItemFailures ?? []).length === 0;

const eventOf = (name: string, { id, body, tries }: Message): SQSEvent => ({
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
      eventSourceARN: `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${name}`,
      awsRegion: LOCAL_REGION,
    },
  ],
});
