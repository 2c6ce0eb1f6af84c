import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { openTable } from './aws/table/table.ts';
import { readEnvironment } from './environment.ts';
import { measure } from './log/log.ts';
import { resumeNews } from './news/delivery/deliver-page.service.ts';
import { deliveryDeps } from './news/delivery/feature.ts';
import { onNotices, onPages } from './news/news.handlers.ts';

const environment = readEnvironment('news');
const table = openTable(environment.TABLE_NAME);
const delivery = deliveryDeps({ table, environment });

type NewsEvent = SQSEvent | DynamoDBStreamEvent | { readonly 'detail-type': 'Scheduled Event' };

/** Notifications from the table's stream, pages of recipients from the queue, and the tick. */
export async function handler(event: NewsEvent): Promise<unknown> {
  if ('detail-type' in event) return tick();
  return isOfQueue(event) ? onPages(delivery, event) : onNotices(delivery, event);
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
