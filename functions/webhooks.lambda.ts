import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { queueOf } from './aws/queue.ts';
import { openTable } from './aws/table/table.ts';
import { readEnvironment } from './environment.ts';
import { rateCounterOf } from './limits/limits.adapters.ts';
import { webhookBudget } from './webhooks/sending/budget.ts';
import { poster } from './webhooks/sending/post.ts';
import type { SenderDeps, Wake } from './webhooks/sending/sending.ts';
import { webhookRatePartition } from './webhooks/table/webhook.item.ts';
import { senderRepository } from './webhooks/table/sender.repository.ts';
import { onWakes } from './webhooks/webhooks.handlers.ts';

const environment = readEnvironment('webhooks');
const table = openTable(environment.TABLE_NAME);
const clock = Date.now;

const deps: SenderDeps = {
  webhooks: senderRepository(table),
  post: poster({ allowsPrivate: environment.WEBHOOKS_TO_PRIVATE === 'yes', clock }),
  // It may write no other counters.
  spend: webhookBudget(rateCounterOf(table, environment, webhookRatePartition), clock),
  queue: queueOf<Wake>({ ...table.client.config, queueUrl: environment.WEBHOOKS_QUEUE_URL }),
  siteUrl: environment.SITE_URL,
  clock,
  random: Math.random,
};

/** Sends channels' events to webhooks. Invoked by a queue. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> => onWakes(deps, event);
