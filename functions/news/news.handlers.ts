import type { DynamoDBStreamEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { eachAtOnce } from '#functions/base/async/at-once.ts';
import { logFailure, logStep } from '#functions/log/log.ts';
import { NOTICE_PREFIX } from './notice.item.ts';
import type { DeliveryDeps } from './delivery/delivery.ts';
import type { Page } from './page.ts';
import { deliverPage } from './delivery/deliver-page.service.ts';

/** After this many attempts the queue moves a page to the dead-letter queue. */
export const MAX_TRIES = 5;

/** Messages that are sent at once. */
const AT_ONCE = 25;

/** Queues each new notice from the table's stream. A batch that fails is repeated, which delivers nothing twice. */
export async function onNotices(
  { queue }: Pick<DeliveryDeps, 'queue'>,
  { Records }: DynamoDBStreamEvent,
): Promise<void> {
  const failed = (count: number): string => `${count} of ${Records.length} notices could not be queued`;
  await eachAtOnce(Records, { atOnce: AT_ONCE, failed }, async ({ dynamodb }) => {
    const { pk, named } = dynamodb?.NewImage ?? {};
    if (!pk?.S?.startsWith(NOTICE_PREFIX)) return;
    const names = named?.L?.flatMap(({ S }) => (S === undefined ? [] : [S]));
    await queue.send({ notice: pk.S.slice(NOTICE_PREFIX.length), ...(names && { named: names }) });
  });
}

export async function onPages(deps: DeliveryDeps, { Records }: SQSEvent): Promise<SQSBatchResponse> {
  const failed = await Promise.all(Records.map((record) => fails(deps, record)));
  const batchItemFailures = Records.filter((_, at) => failed[at]).map(({ messageId: itemIdentifier }) => ({
    itemIdentifier,
  }));
  return { batchItemFailures };
}

async function fails(deps: DeliveryDeps, { body, attributes }: SQSRecord): Promise<boolean> {
  const isLast = Number(attributes.ApproximateReceiveCount) >= MAX_TRIES;
  let page: Page | undefined;
  try {
    page = JSON.parse(body) as Page;
    const { delivered } = await deliverPage(deps, page, isLast);
    logStep('news.page', { notice: page.notice, delivered });
    return false;
  } catch (error) {
    logFailure('news.page', error);
    // The operator sends its dead letter again, and not the tick.
    if (page && isLast)
      await deps.notices.finishPage(page).catch((second) => logFailure('news.page', second));
    return true;
  }
}
