import type { DynamoDBStreamEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { logFailure, logStep } from '../log/log.ts';
import { NOTICE_PREFIX } from './notice.item.ts';
import type { Page, TellPorts } from './tell/ports.ts';
import { resumeNews, tellPage } from './tell/tell-page.service.ts';

/** So often the queue hands out a page before it is put among the dead letters. */
export const MAX_TRIES = 5;

/** New notices, as the table's stream brings them: each becomes the first page of those to be told. */
export async function onNotices(
  { queue }: Pick<TellPorts, 'queue'>,
  { Records }: DynamoDBStreamEvent,
): Promise<void> {
  for (const { dynamodb } of Records) {
    const { pk, named } = dynamodb?.NewImage ?? {};
    if (!pk?.S?.startsWith(NOTICE_PREFIX)) continue;
    const names = named?.L?.flatMap(({ S }) => (S === undefined ? [] : [S]));
    await queue.send({ notice: pk.S.slice(NOTICE_PREFIX.length), ...(names && { named: names }) });
  }
}

/** Pages of the queue. Those that failed come again. */
export async function onPages(ports: TellPorts, { Records }: SQSEvent): Promise<SQSBatchResponse> {
  const failed = await Promise.all(Records.map((record) => fails(ports, record)));
  const batchItemFailures = Records.filter((_, at) => failed[at]).map(({ messageId: itemIdentifier }) => ({
    itemIdentifier,
  }));
  return { batchItemFailures };
}

async function fails(ports: TellPorts, { body, attributes }: SQSRecord): Promise<boolean> {
  try {
    const page = JSON.parse(body) as Page;
    const isLast = Number(attributes.ApproximateReceiveCount) >= MAX_TRIES;
    const { told } = await tellPage(ports, page, isLast);
    logStep('news.page', { notice: page.notice, told });
    return false;
  } catch (error) {
    logFailure('news.page', error);
    return true;
  }
}

/** The tick of news. */
export async function onNewsTick(ports: TellPorts): Promise<void> {
  const { resumed } = await resumeNews(ports);
  if (resumed > 0) logStep('news.resumed', { resumed });
}
