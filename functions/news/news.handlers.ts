import type { DynamoDBStreamEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { logFailure, logStep } from '../log/log.ts';
import { NOTICE_PREFIX } from './notice.item.ts';
import type { Page, DeliveryDeps } from './delivery/delivery.ts';
import { deliverPage } from './delivery/deliver-page.service.ts';

/** After this many attempts the queue moves a page to the dead-letter queue. */
export const MAX_TRIES = 5;

/** Queues the first page of each new notice from the table's stream. */
export async function onNotices(
  { queue }: Pick<DeliveryDeps, 'queue'>,
  { Records }: DynamoDBStreamEvent,
): Promise<void> {
  for (const { dynamodb } of Records) {
    const { pk, named } = dynamodb?.NewImage ?? {};
    if (!pk?.S?.startsWith(NOTICE_PREFIX)) continue;
    const names = named?.L?.flatMap(({ S }) => (S === undefined ? [] : [S]));
    await queue.send({ notice: pk.S.slice(NOTICE_PREFIX.length), ...(names && { named: names }) });
  }
}

export async function onPages(deps: DeliveryDeps, { Records }: SQSEvent): Promise<SQSBatchResponse> {
  const failed = await Promise.all(Records.map((record) => fails(deps, record)));
  const batchItemFailures = Records.filter((_, at) => failed[at]).map(({ messageId: itemIdentifier }) => ({
    itemIdentifier,
  }));
  return { batchItemFailures };
}

async function fails(deps: DeliveryDeps, { body, attributes }: SQSRecord): Promise<boolean> {
  try {
    const page = JSON.parse(body) as Page;
    const isLast = Number(attributes.ApproximateReceiveCount) >= MAX_TRIES;
    const { delivered } = await deliverPage(deps, page, isLast);
    logStep('news.page', { notice: page.notice, delivered });
    return false;
  } catch (error) {
    logFailure('news.page', error);
    return true;
  }
}
