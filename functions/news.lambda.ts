import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { queueOf } from './aws/queue.ts';
import { openTable } from './aws/table/table.ts';
import { readEnvironment } from './environment.ts';
import { measure } from './log/log.ts';
import { resumeNews } from './news/delivery/deliver-page.service.ts';
import { deliveryDeps } from './news/delivery/feature.ts';
import { onNotices, onPages } from './news/news.handlers.ts';
import type { SwitchedOff } from './webhooks/switched-off.service.ts';
import { onWebhookItems } from './webhooks/new-items.handlers.ts';
import type { Wake } from './webhooks/sending/sending.ts';

const environment = readEnvironment('news');
const table = openTable(environment.TABLE_NAME);
const delivery = deliveryDeps({ table, environment });
const queues = {
  webhooks: queueOf<Wake>({ ...table.client.config, queueUrl: environment.WEBHOOKS_QUEUE_URL }),
  news: queueOf<OffMessage>({ ...table.client.config, queueUrl: environment.NEWS_QUEUE_URL }),
};

/** In the queue of news, beside its pages. */
interface OffMessage {
  readonly switchedOff: SwitchedOff;
}

type NewsEvent = SQSEvent | DynamoDBStreamEvent | { readonly 'detail-type': 'Scheduled Event' };

/** New notices and events of webhooks from the table's stream, messages of the queue, and the tick. */
export async function handler(event: NewsEvent): Promise<unknown> {
  if ('detail-type' in event) return tick();
  return isOfQueue(event) ? onMessage(event) : onNewItems(event);
}

/** A batch of the stream is repeated whole. */
async function onNewItems(event: DynamoDBStreamEvent): Promise<void> {
  const webhooks = {
    wake: queues.webhooks.send,
    reportOff: (switchedOff: SwitchedOff) => queues.news.send({ switchedOff }),
  };
  const done = await Promise.allSettled([onNotices(delivery, event), onWebhookItems(webhooks, event)]);
  for (const part of done) if (part.status === 'rejected') throw part.reason;
}

/** The queue delivers one message at a time, and again where it fails. */
async function onMessage(event: SQSEvent): Promise<unknown> {
  const { switchedOff } = JSON.parse(event.Records[0]?.body ?? '{}') as Partial<OffMessage>;
  if (!switchedOff) return onPages(delivery, event);
  const [{ onSwitchedOff }, { switchedOffDeps }] = await Promise.all([
    import('./webhooks/switched-off.service.ts'),
    import('./webhooks/switched-off.feature.ts'),
  ]);
  return onSwitchedOff(switchedOffDeps({ table, environment }), switchedOff);
}

/** A failure of one part does not stop the other. */
async function tick(): Promise<void> {
  const [{ raiseReminders }, { dueDeps }] = await Promise.all([
    import('./schedules/reminders/due.service.ts'),
    import('./schedules/reminders/due-deps.ts'),
  ]);
  const done = await Promise.allSettled([resumeNews(delivery), raiseReminders(dueDeps(table))]);
  for (const part of done) if (part.status === 'rejected') throw part.reason;
  measure({ name: 'Ticks', value: 1, part: 'news' });
}

const isOfQueue = (event: SQSEvent | DynamoDBStreamEvent): event is SQSEvent =>
  event.Records[0]?.eventSource === 'aws:sqs';
